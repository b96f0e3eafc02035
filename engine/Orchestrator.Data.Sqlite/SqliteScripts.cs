namespace Orchestrator.Data.Sqlite;

/// <summary>The .sql files of this driver, embedded in it.</summary>
internal static class SqliteScripts
{
    /// <summary>Text of `sql/NAME.sql`.</summary>
    public static string Read(string name) => EmbeddedSql.Read(typeof(SqliteScripts).Assembly, name);
}
