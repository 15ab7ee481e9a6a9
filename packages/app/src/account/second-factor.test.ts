import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import { checkCode, checkEitherCode, codeRefusal } from "./second-factor.ts";

const saying = (code: string) => ({ fields: { code } });

test("an empty code is asked for, a short one refused", () => {
  expect(checkCode({ code: "", isRecoveryCode: false })).toEqual(saying("Please enter the MFA code"));
  expect(checkCode({ code: "123", isRecoveryCode: false })).toEqual(saying("Invalid MFA code"));
  expect(checkCode({ code: "123456", isRecoveryCode: false })).toEqual({});
});

test("a recovery code is taken in place of the authenticator's, with or without its hyphen", () => {
  for (const code of ["abcde-12345", " ABCDE12345 "]) expect(checkCode({ code, isRecoveryCode: true })).toEqual({});
  expect(checkCode({ code: "123456", isRecoveryCode: true })).toEqual(saying("Invalid MFA code"));
});

test("where one field takes both, either is fine and nothing else", () => {
  for (const code of ["123456", "abcde-fghij", "abcdefghij"]) expect(checkEitherCode({ code })).toEqual({});
  for (const code of ["12345", "1234567", "abcde-fghijk"]) expect(checkEitherCode({ code })).toEqual(saying("Invalid MFA code"));
  expect(checkEitherCode({ code: " " })).toEqual(saying("Please enter the MFA code"));
});

test("refusals read as the specification says", () => {
  expect(codeRefusal(new AppError("invalid_mfa_code"))).toEqual(saying("Invalid MFA code"));
  expect(codeRefusal(new AppError("unexpected"))).toEqual(saying("MFA verification failed"));
});
