#include "gdal_quiet.h"
#include <cpl_error.h>
#include <gdal.h>
#include <stdio.h>

static void CPL_STDCALL keep_message(CPLErr severity, CPLErrorNum number, const char *text) {
  (void)number;
  raster_gdal_message *message = CPLGetErrorHandlerUserData();
  if (severity >= CE_Failure && !message->text[0])
    snprintf(message->text, sizeof message->text, "%s", text);
}

void raster_gdal_begin(raster_gdal_message *message) {
  message->text[0] = '\0';
  CPLPushErrorHandlerEx(keep_message, message);
  if (GDALGetDriverCount() == 0)
    GDALAllRegister();
}

void raster_gdal_end(void) {
  CPLPopErrorHandler();
}
