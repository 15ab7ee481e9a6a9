/** Which network an address belongs to: anyone with one IPv6 address has 2^64 of them, so a limit that is meant for one person goes by the /64. */
import { isIPv6 } from "node:net";

const GROUPS = 8;

/** An IPv4 address as it is, also when it comes mapped into IPv6; an IPv6 address as its /64. */
export const limitedAddress = (ip: string): string => networkOf(ip, 4, 4);

/** The /24 of an IPv4 address, the /48 of an IPv6 one: what one customer of a provider is usually given at most. */
export const networkOfCustomer = (ip: string): string => networkOf(ip, 3, 3);

function networkOf(ip: string, bytes: number, groups: number): string {
  const address = ip.replace(/%.*$/, "").replace(/\/\d+$/, "");
  if (!isIPv6(address)) return address.split(".").slice(0, bytes).join(".");
  const all = expand(address);
  const isMapped = all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff;
  if (!isMapped)
    return `${all
      .slice(0, groups)
      .map((group) => group.toString(16))
      .join(":")}::/${groups * 16}`;
  const [high = 0, low = 0] = all.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].slice(0, bytes).join(".");
}

/** The eight groups of an IPv6 address, however it is shortened. */
function expand(address: string): number[] {
  const [head = "", tail] = withoutDots(address).split("::");
  const front = groupsOf(head);
  const back = tail === undefined ? [] : groupsOf(tail);
  return [...front, ...new Array<number>(GROUPS - front.length - back.length).fill(0), ...back];
}

const groupsOf = (text: string): number[] => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));

/** The last 32 bits may be written as in IPv4. */
function withoutDots(address: string): string {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (!dotted) return address;
  const [a = 0, b = 0, c = 0, d = 0] = dotted.slice(1).map(Number);
  return `${address.slice(0, dotted.index)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
