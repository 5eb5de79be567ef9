/** Which addresses lie in the public internet: what text from outside may make the hub fetch. */
import { BlockList, isIP } from "node:net";

/** IPv4 blocks that are not public (IANA's special-purpose registry, multicast and reserved). */
const NOT_PUBLIC_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Only 2000::/3 is public IPv6, without what wraps an IPv4 address or is documentation. */
const PUBLIC_V6 = ["2000::", 3] as const;
const NOT_PUBLIC_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const refusedV4 = new BlockList();
for (const [address, prefix] of NOT_PUBLIC_V4) refusedV4.addSubnet(address, prefix, "ipv4");
const publicV6 = new BlockList();
publicV6.addSubnet(...PUBLIC_V6, "ipv6");
const refusedV6 = new BlockList();
for (const [address, prefix] of NOT_PUBLIC_V6) refusedV6.addSubnet(address, prefix, "ipv6");

/** Whether an address (no name) lies in the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refusedV4.check(address, "ipv4");
    case 6:
      return publicV6.check(address, "ipv6") && !refusedV6.check(address, "ipv6");
    default:
      return false;
  }
}
