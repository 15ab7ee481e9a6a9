/** A self-signed certificate for sites on this machine; the browser of a journey is told to accept it. */
import { generateKeyPairSync, sign } from "node:crypto";

const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Uint8Array[]): Buffer => tlv(0x30, ...parts);
const bytes = (...values: number[]): Buffer => Buffer.from(values);
const ECDSA_SHA256 = sequence(tlv(6, bytes(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2)));
const COMMON_NAME = tlv(6, bytes(0x55, 4, 3));
const NAME = sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from("journey")))));
const VALIDITY = sequence(...["200101000000Z", "491231000000Z"].map((time) => tlv(0x17, Buffer.from(time))));

/** @returns PEM of a key and its certificate. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ofKey = publicKey.export({ type: "spki", format: "der" });
  const body = sequence(tlv(0xa0, tlv(2, bytes(2))), tlv(2, bytes(1)), ECDSA_SHA256, NAME, VALIDITY, NAME, ofKey);
  const certificate = sequence(body, ECDSA_SHA256, tlv(3, bytes(0), sign("sha256", body, privateKey)));
  const text = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  };
}
