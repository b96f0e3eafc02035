namespace Orchestrator.Data.MariaDb;

/// <summary>When commits reach the disk: one setting of the server, which no session goes beyond.</summary>
internal static class MariaDbDurabilityDialect
{
    /// <summary>The setting of a server whose commits are written and not flushed: a crash of the machine may take a
    /// second of them, one of the server none.</summary>
    public const string Relaxed = "2";

    /// <summary>Whether commits are on disk when they return.</summary>
    public static bool IsDurable(string setting) => setting is "1" or "3";
}
