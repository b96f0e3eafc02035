namespace Orchestrator.Data.SqlServer;

/// <summary>The .sql files of this driver, embedded in it.</summary>
internal static class SqlServerScripts
{
    /// <summary>Text of `sql/NAME.sql`.</summary>
    public static string Read(string name) => EmbeddedSql.Read(typeof(SqlServerScripts).Assembly, name);
}
