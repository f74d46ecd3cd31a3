#!/usr/bin/env python3
"""Couples an estuary with a catchment by the Basic Model Interface, with ctypes and numpy alone.

    couple.py CASE.yaml [libria.so.1]

It does what couple.c does, and prints the same numbers.
"""
import ctypes
import sys
import numpy as np

RIVER = b"channel~toxa_exit_water_x-section__volume_flow_rate"
LEVEL = b"sea_water_surface__elevation"
INTERVAL, HOUR, DAY = 900, 3600, 86400  # s

# The functions of the interface, in the order of their table.
FUNCTIONS = """initialize update update_until finalize get_component_name get_input_item_count
get_output_item_count get_input_var_names get_output_var_names get_var_grid get_var_type get_var_units
get_var_itemsize get_var_nbytes get_var_location get_current_time get_start_time get_end_time get_time_units
get_time_step get_value get_value_ptr get_value_at_indices set_value set_value_at_indices get_grid_rank
get_grid_size get_grid_type get_grid_shape get_grid_spacing get_grid_origin get_grid_x get_grid_y get_grid_z
get_grid_node_count get_grid_edge_count get_grid_face_count get_grid_edge_nodes get_grid_face_edges
get_grid_face_nodes get_grid_nodes_per_face""".split()


class Table(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p)] + [(name, ctypes.c_void_p) for name in FUNCTIONS]


class Model:
    """A model behind the interface: model.update_until(3600.0) and the like."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        self.library.ria_status_detail.restype = ctypes.c_char_p
        self.library.register_bmi_ria.restype = ctypes.c_void_p
        self.table = Table()
        self.library.register_bmi_ria(ctypes.byref(self.table))

    def __getattr__(self, name):
        address = getattr(self.table, name)

        def call(*arguments):
            types = [type(a) if isinstance(a, ctypes._SimpleCData) else ctypes.c_void_p for a in arguments]
            function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, *types)(address)
            given = [a.ctypes.data if isinstance(a, np.ndarray) else a for a in arguments]
            if function(ctypes.addressof(self.table), *given):
                sys.exit(f"couple: {self.library.ria_status_detail().decode()}")

        return call


# ---- the catchment ----

AREA = 150e6  # m2
RESIDENCE = 18000  # s: the outflow is the storage divided by it


def rain_at(time):
    """mm/h: a storm from the third to the ninth hour."""
    return 6 if 3 * HOUR <= time < 9 * HOUR else 0


def catchment_step(storage, rain):
    """The storage after an interval, m3, by an implicit step."""
    return (storage + rain / 1000 / HOUR * AREA * INTERVAL) / (1 + INTERVAL / RESIDENCE)


# ---- the coupling ----


def grid_of_level(estuary):
    """Its shape, rows then columns."""
    grid = np.zeros(1, dtype=np.intc)
    shape = np.zeros(2, dtype=np.intc)
    estuary.get_var_grid(LEVEL, grid)
    estuary.get_grid_shape(ctypes.c_int(int(grid[0])), shape)
    return shape


def couple(estuary):
    storage, brought = 5 * RESIDENCE, 0
    time = np.zeros(1)
    height = np.zeros(grid_of_level(estuary))
    while time[0] < DAY:
        rain = rain_at(time[0])
        storage = catchment_step(storage, rain)
        discharge = storage / RESIDENCE
        estuary.set_value(RIVER, np.array([discharge]))
        estuary.update_until(ctypes.c_double(time[0] + INTERVAL))
        estuary.get_current_time(time)
        brought += discharge * INTERVAL
        if time[0] % HOUR == 0:
            estuary.get_value(LEVEL, height)
            print(f"{time[0]:6.0f} s  rain {rain:3.0f} mm/h  discharge {discharge:8.3f} m3/s"
                  f"  level {height[3, 59]:+.6f} m")
    print(f"the river brought {brought:.1f} m3")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: couple.py CASE.yaml [libria.so.1]")
    estuary = Model(sys.argv[2] if len(sys.argv) == 3 else "libria.so.1")
    estuary.initialize(sys.argv[1].encode())
    couple(estuary)
    estuary.finalize()


if __name__ == "__main__":
    main()
