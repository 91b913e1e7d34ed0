"""Runs a program in a network with far receivers.

    unshare --user --map-root-user --net python3 far_network.py PROGRAM [ARGUMENT ...]

The program listens on 10.9.0.1 and fd09::1, and reaches its own ports under other addresses of these networks:

    10.9.D.1  fd09::DD01   round trip of D times 10 ms
    10.9.D.2  fd09::DD02   the same, but the first packet of each connection is lost
    10.9.D.3  fd09::DD03   silent: every packet is lost

All packets to these addresses leave through a TUN device. This program reads them from the device, delays them by half
the round trip, swaps source and destination, and sends them back. Checksums stay valid, because they are sums that
include both addresses. No other address has a route. Needs no packages and no tools such as iproute2.
"""

import fcntl
import heapq
import os
import select
import socket
import struct
import subprocess
import sys
import time

# linux/if_tun.h, linux/sockios.h, linux/if.h
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFNETMASK, SIOCGIFINDEX = 0x8914, 0x8916, 0x891C, 0x8933
IFF_UP, IFF_RUNNING = 0x1, 0x40

DEVICE = b"far"
HOME_4, MASK_4 = socket.inet_aton("10.9.0.1"), socket.inet_aton("255.255.0.0")
HOME_6, PREFIX_6 = socket.inet_pton(socket.AF_INET6, "fd09::1"), 64
USUAL, LOSES_FIRST, SILENT = 1, 2, 3
TCP, SYN, ACK = 6, 0x02, 0x10


def open_device():
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", DEVICE, IFF_TUN | IFF_NO_PI))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for request, address in ((SIOCSIFADDR, HOME_4), (SIOCSIFNETMASK, MASK_4)):
            fcntl.ioctl(control, request, struct.pack("16sHH4s16x", DEVICE, socket.AF_INET, 0, address))
        for name in (DEVICE, b"lo"):
            fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH22x", name, IFF_UP | IFF_RUNNING))
        named = fcntl.ioctl(control, SIOCGIFINDEX, struct.pack("16si20x", DEVICE, 0))
    (index,) = struct.unpack_from("i", named, 16)
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, SIOCSIFADDR, struct.pack("16sIi", HOME_6, PREFIX_6, index))
    return device


class FarNetwork:
    """What happens to a packet between its two ends."""

    def __init__(self):
        self.seen = set()

    def turned_round(self, packet):
        """Returns the delay in seconds and the packet for the other end, or None if the packet is lost."""
        width, at, home = (4, 12, HOME_4) if packet[0] >> 4 == 4 else (16, 8, HOME_6)
        source, target = packet[at : at + width], packet[at + width : at + 2 * width]
        if home not in (source, target) or target[0] == 0xFF:
            return None
        *_, tens, kind = target if source == home else source
        if kind == SILENT or (kind == LOSES_FIRST and self.is_first(packet, width)):
            return None
        return tens * 0.010 / 2, packet[:at] + target + source + packet[at + 2 * width :]

    def is_first(self, packet, width):
        protocol, start = (packet[9], (packet[0] & 0x0F) * 4) if width == 4 else (packet[6], 40)
        if protocol != TCP or packet[start + 13] & (SYN | ACK) != SYN:
            return False
        connection = packet[start - 2 * width : start + 4]
        is_new = connection not in self.seen
        self.seen.add(connection)
        return is_new


def carry(device, child):
    """Delays packets until the program ends."""
    network, on_the_way, number = FarNetwork(), [], 0
    ended = os.pidfd_open(child.pid)
    while True:
        wait = max(0, on_the_way[0][0] - time.monotonic()) if on_the_way else None
        readable, _, _ = select.select([device, ended], [], [], wait)
        if ended in readable:
            return child.wait()
        if device in readable:
            turned = network.turned_round(os.read(device, 65536))
            if turned:
                number += 1
                heapq.heappush(on_the_way, (time.monotonic() + turned[0], number, turned[1]))
        while on_the_way and on_the_way[0][0] <= time.monotonic():
            os.write(device, heapq.heappop(on_the_way)[2])


if __name__ == "__main__":
    tun = open_device()
    sys.exit(carry(tun, subprocess.Popen(sys.argv[1:])))
