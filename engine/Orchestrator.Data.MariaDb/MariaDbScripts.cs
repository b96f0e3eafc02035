namespace Orchestrator.Data.MariaDb;

/// <summary>The .sql files of this driver, embedded in it.</summary>
internal static class MariaDbScripts
{
    /// <summary>Text of `sql/NAME.sql`.</summary>
    public static string Read(string name) => EmbeddedSql.Read(typeof(MariaDbScripts).Assembly, name);
}
