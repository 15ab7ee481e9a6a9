/** The configuration of servers in tests. */
import type { Config } from "../config.ts";

export const testConfig = (dataDir: string): Config => ({
  port: 0,
  host: "127.0.0.1",
  workers: 1,
  stopSeconds: 2,
  publicUrl: null,
  trustedProxy: [],
  dataDir,
  databaseUrl: null,
  databaseOwnerUrl: null,
  smtpUrl: null,
  mailFrom: "Coffer <coffer@localhost>",
  breachCheckUrl: null,
  backupDir: null,
  backupRecipient: null,
  isCheckingNightly: true,
  operatorEmail: null,
  metricsToken: null,
  eventLog: null,
  maintenance: null,
  serverSecret: "a server secret for tests, 32 characters or more",
});
