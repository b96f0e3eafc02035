using System.Reflection;

namespace Orchestrator.Data;

/// <summary>The .sql files of a driver, embedded in it.</summary>
public static class EmbeddedSql
{
    /// <summary>Text of `sql/NAME.sql`.</summary>
    public static string Read(Assembly driver, string name)
    {
        using var stream = driver.GetManifestResourceStream($"{name}.sql")
            ?? throw new InvalidOperationException($"sql/{name}.sql is not embedded.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
