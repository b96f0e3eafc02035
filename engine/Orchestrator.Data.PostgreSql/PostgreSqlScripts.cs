namespace Orchestrator.Data.PostgreSql;

/// <summary>The .sql files of this driver, embedded in it.</summary>
internal static class PostgreSqlScripts
{
    /// <summary>Text of `sql/NAME.sql`.</summary>
    public static string Read(string name) => EmbeddedSql.Read(typeof(PostgreSqlScripts).Assembly, name);
}
