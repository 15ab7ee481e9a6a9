import { describe, expect, it } from "vitest";
import { earlier, endAsStated, isOver } from "./share-end.ts";

const LEVEL = { level: "read", until: null } as const;

describe("the end of a share", () => {
  it("is over at its very moment, and never where there is none", () => {
    expect([isOver(9, 10), isOver(10, 10), isOver(11, 10), isOver(null, 10)]).toEqual([true, true, false, false]);
  });

  it("is the earlier one of two, or the only one", () => {
    expect([earlier(1, 2), earlier(2, 1), earlier(null, 3), earlier(4, null), earlier(null, null)]).toEqual([1, 1, 3, 4, null]);
  });
});

describe("as its owner states it", () => {
  it("is what the grant says where nothing is stated of it, or what is stated is older", () => {
    expect(endAsStated(undefined, { createdAt: 5, end: 90 })).toBe(90);
    expect(endAsStated(undefined, { createdAt: 5, end: undefined })).toBeNull();
    expect(endAsStated({ ...LEVEL, until: 50 }, { createdAt: 5, end: 90 })).toBe(90);
    expect(endAsStated({ ...LEVEL, until: 50, since: 5 }, { createdAt: 5, end: 90 })).toBe(90);
  });

  it("is the earlier one where a grant was replaced by a newer one, or does not say", () => {
    expect(endAsStated({ ...LEVEL, until: 50, since: 6 }, { createdAt: 5, end: 90 })).toBe(50);
    expect(endAsStated({ ...LEVEL, until: 90, since: 6 }, { createdAt: 5, end: 50 })).toBe(50);
    expect(endAsStated({ ...LEVEL, until: 50 }, { createdAt: 5, end: undefined })).toBe(50);
    expect(endAsStated({ ...LEVEL, since: 1 }, { createdAt: 5, end: undefined })).toBeNull();
  });

  it("is past for a grant from before it was ended, and not for one that was given since", () => {
    const ended = { level: "ended", before: 10 } as const;
    expect(endAsStated(ended, { createdAt: 9, end: 90 })).toBe(0);
    expect(endAsStated(ended, { createdAt: 10, end: 90 })).toBe(90);
    expect(endAsStated(ended, { createdAt: 11, end: undefined })).toBeNull();
  });
});
