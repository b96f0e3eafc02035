namespace Orchestrator.Data.SqlServer;

/// <summary>The .sql files of this driver, embedded in it.</summary>
internal static class SqlServerScripts
{
    /// <summary>Text of `sql/NAME.sql`.</summary>
    public static string Read(string name)
    {
        using var stream = typeof(SqlServerScripts).Assembly.GetManifestResourceStream($"{name}.sql")
            ?? throw new InvalidOperationException($"sql/{name}.sql is not embedded.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
