namespace Orchestrator.Data.PostgreSql;

/// <summary>The .sql files of this driver, embedded in it.</summary>
internal static class PostgreSqlScripts
{
    /// <summary>Text of `sql/NAME.sql`.</summary>
    public static string Read(string name)
    {
        using var stream = typeof(PostgreSqlScripts).Assembly.GetManifestResourceStream($"{name}.sql")
            ?? throw new InvalidOperationException($"sql/{name}.sql is not embedded.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
