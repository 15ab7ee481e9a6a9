import { describe, expect, it } from "vitest";
import { limitedAddress, networkOfCustomer } from "./network.ts";

describe("who a limit counts", () => {
  it.each([
    ["192.0.2.5", "192.0.2.5"],
    ["::ffff:192.0.2.5", "192.0.2.5"],
    ["::ffff:c000:205", "192.0.2.5"],
    ["0:0:0:0:0:FFFF:192.0.2.5", "192.0.2.5"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:ffff:ffff:ffff:ffff", "2001:db8:0:0::/64"],
    ["2001:0DB8:0000:0001::", "2001:db8:0:1::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("of %s is %s", (ip, expected) => {
    expect(limitedAddress(ip)).toBe(expected);
  });

  it("is the same when it is asked again about its own answer", () => {
    for (const ip of ["192.0.2.5", "2001:db8:1:2:3:4:5:6"]) expect(limitedAddress(limitedAddress(ip))).toBe(limitedAddress(ip));
  });

  it("is one customer's whole network where places are given", () => {
    expect(networkOfCustomer("192.0.2.5")).toBe(networkOfCustomer("192.0.2.200"));
    expect(networkOfCustomer(limitedAddress("2001:db8:7:1::5"))).toBe(networkOfCustomer("2001:db8:7:ffff::5"));
    expect(networkOfCustomer("2001:db8:7::5")).not.toBe(networkOfCustomer("2001:db8:8::5"));
  });
});
