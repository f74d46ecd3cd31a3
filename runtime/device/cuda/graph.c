/* Launches recorded in graphs, with loops that the GPU drives: from CUDA 12.4 on. */
#include <cuda_runtime_api.h>
#include "device/device.h"

static const char *failed_call = "";

const char *device_graph_call(void) {
  return failed_call;
}

/* Clears the error: it is returned here only. */
static int told(const char *call, cudaError_t error) {
  if (error != cudaSuccess) {
    failed_call = call;
    cudaGetLastError();
  }
  return (int)error;
}

int device_stream_wait(void *stream) {
  return told("cudaStreamSynchronize", cudaStreamSynchronize((cudaStream_t)stream));
}

void device_graph_destroy(void *graph) {
  if (graph)
    cudaGraphExecDestroy((cudaGraphExec_t)graph);
}

int device_graph_launch(void *graph, void *stream) {
  return told("cudaGraphLaunch", cudaGraphLaunch((cudaGraphExec_t)graph, (cudaStream_t)stream));
}

int device_graph_create(void **graph) {
  cudaGraph_t made = NULL;
  const int code = told("cudaGraphCreate", cudaGraphCreate(&made, 0));
  *graph = made;
  return code;
}

void device_graph_drop(void *graph) {
  if (graph)
    cudaGraphDestroy((cudaGraph_t)graph);
}

#if CUDART_VERSION >= 12040
enum { FIRST_DRIVER = 12040 };

bool device_graphs_loop(void) {
  int driver = 0;
  return !told("cudaDriverGetVersion", cudaDriverGetVersion(&driver)) && driver >= FIRST_DRIVER;
}

int device_graph_finish(void *graph, void **ready) {
  cudaGraphExec_t made = NULL;
  const int code = told("cudaGraphInstantiate", cudaGraphInstantiate(&made, (cudaGraph_t)graph, 0));
  *ready = made;
  return code;
}

int device_graph_begin(void *stream, void *graph, void *after) {
  cudaGraphNode_t node = after;
  return told("cudaStreamBeginCaptureToGraph",
              cudaStreamBeginCaptureToGraph((cudaStream_t)stream, (cudaGraph_t)graph,
                                            node ? &node : NULL, NULL, node ? 1 : 0,
                                            cudaStreamCaptureModeThreadLocal));
}

/* All work is on one stream, so the next node depends on only one node. */
int device_graph_end(void *stream, void **after) {
  enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  const cudaGraphNode_t *last = NULL;
  const cudaGraphEdgeData *edge = NULL;
  size_t count = 0;
  cudaGraph_t graph = NULL;
#if CUDART_VERSION >= 13000
  int code =
      told("cudaStreamGetCaptureInfo", cudaStreamGetCaptureInfo((cudaStream_t)stream, &status, NULL,
                                                                NULL, &last, &edge, &count));
#else
  int code = told(
      "cudaStreamGetCaptureInfo_v3",
      cudaStreamGetCaptureInfo_v3((cudaStream_t)stream, &status, NULL, NULL, &last, &edge, &count));
#endif
  if (!code && count > 1)
    code = told("one node at the end of a capture", cudaErrorNotSupported);
  if (!code && count == 1)
    *after = last[0];
  const int end = told("cudaStreamEndCapture", cudaStreamEndCapture((cudaStream_t)stream, &graph));
  return code ? code : end;
}

int device_graph_handle(void *graph, unsigned long long *handle) {
  cudaGraphConditionalHandle made = 0;
  const int code = told("cudaGraphConditionalHandleCreate",
                        cudaGraphConditionalHandleCreate(&made, (cudaGraph_t)graph, 0, 0));
  *handle = made;
  return code;
}

int device_graph_loop(void *graph, unsigned long long handle, void **after, void **body) {
  struct cudaGraphNodeParams parameters = {.type = cudaGraphNodeTypeConditional};
  cudaGraphNode_t before = *after, node = NULL;
  parameters.conditional.handle = handle;
  parameters.conditional.type = cudaGraphCondTypeWhile;
  parameters.conditional.size = 1;
#if CUDART_VERSION >= 13000
  const int code =
      told("cudaGraphAddNode", cudaGraphAddNode(&node, (cudaGraph_t)graph, before ? &before : NULL,
                                                NULL, before ? 1 : 0, &parameters));
#else
  const int code =
      told("cudaGraphAddNode", cudaGraphAddNode(&node, (cudaGraph_t)graph, before ? &before : NULL,
                                                before ? 1 : 0, &parameters));
#endif
  if (code)
    return code;
  *after = node;
  *body = parameters.conditional.phGraph_out[0];
  return 0;
}
#else
bool device_graphs_loop(void) {
  return false;
}

int device_graph_finish(void *graph, void **ready) {
  (void)graph, (void)ready;
  return DEVICE_NOT_SUPPORTED;
}

int device_graph_begin(void *stream, void *graph, void *after) {
  (void)stream, (void)graph, (void)after;
  return DEVICE_NOT_SUPPORTED;
}

int device_graph_end(void *stream, void **after) {
  (void)stream, (void)after;
  return DEVICE_NOT_SUPPORTED;
}

int device_graph_handle(void *graph, unsigned long long *handle) {
  (void)graph, (void)handle;
  return DEVICE_NOT_SUPPORTED;
}

int device_graph_loop(void *graph, unsigned long long handle, void **after, void **body) {
  (void)graph, (void)handle, (void)after, (void)body;
  return DEVICE_NOT_SUPPORTED;
}
#endif
