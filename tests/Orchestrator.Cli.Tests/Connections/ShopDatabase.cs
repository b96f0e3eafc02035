using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Connections;

/// <summary>A SQLite database in a folder of its own, and the solution `shop` that is made from it.</summary>
internal sealed class ShopDatabase : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public ShopDatabase(string tables) => Run(tables);

    public string Folder => _folder.Path;

    public string File => Path.Combine(Folder, "shop.db");

    public string Solution => Path.Combine(Folder, "shop");

    /// <summary>Makes the solution.</summary>
    public Called Init() => Called.With(Folder, "init", "shop", "--from", $"Data Source={File}");

    /// <summary>Imports the database again.</summary>
    public Called Import(params string[] options) => Call(["import", "database", "Source", .. options]);

    public Called Call(params string[] arguments) => Called.With(Solution, arguments);

    public string Read(string path) => System.IO.File.ReadAllText(Path.Combine(Solution, path));

    public void Write(string path, string text) => _folder.Write(Path.Combine("shop", path), text);

    /// <summary>Writes a file of the solution with another text in it.</summary>
    public void Edit(string path, string before, string after)
    {
        var text = Read(path);
        Assert.That(text, Does.Contain(before));
        Write(path, text.Replace(before, after, StringComparison.Ordinal));
    }

    public void Delete(string path) => System.IO.File.Delete(Path.Combine(Solution, path));

    public void Run(string sql)
    {
        using var connection = new SqliteConnection($"Data Source={File};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    public void Dispose() => _folder.Dispose();
}
