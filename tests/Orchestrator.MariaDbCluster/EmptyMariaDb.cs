using MySqlConnector;
using MariaDbServer = Orchestrator.MariaDbCluster.Server;

/// <summary>
/// A database of the MariaDB server of this assembly, empty when a test takes it and gone behind it: there one is made
/// faster than it could be emptied.
/// </summary>
internal sealed class EmptyMariaDb : IDisposable
{
    // Texts of tests have users and variables, each with its @.
    private const string Script = ";Pooling=false;AllowUserVariables=true";

    private static int _count;

    private EmptyMariaDb(string options)
    {
        Name = $"test_{Interlocked.Increment(ref _count)}";
        OnServer($"CREATE DATABASE {Name} {options}");
    }

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>How the superuser reaches it.</summary>
    public string ConnectionString => MariaDbServer.Cluster.ConnectionString(Name);

    /// <summary>One for a test.</summary>
    /// <param name="options">How it differs from others, as CREATE DATABASE writes it.</param>
    public static EmptyMariaDb Take(string options = "CHARACTER SET utf8mb4") => new(options);

    /// <summary>A session past the engine, in which names are quoted as the standard does it.</summary>
    public MySqlConnection Open()
    {
        var session = new MySqlConnection(
            ConnectionString + Script + ";IgnorePrepare=false;TreatTinyAsBoolean=false;GuidFormat=None");
        session.Open();
        using var quotes = Command(session, "SET sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')");
        quotes.ExecuteNonQuery();
        return session;
    }

    /// <summary>Runs statements as the client cuts them.</summary>
    public void Run(string sql)
    {
        using var session = Open();
        using var command = Command(session, sql);
        command.ExecuteNonQuery();
    }

    /// <summary>The first value, as the client writes it; null = NULL, or no row.</summary>
    public string? Ask(string sql) => Lines(sql) is [var first, ..] && first != "∅" ? first.Split('|')[0] : null;

    /// <summary>The rows, values as the client writes them, joined by '|', NULL as ∅.</summary>
    public string[] Lines(string sql)
    {
        using var session = Open();
        using var command = Command(session, sql);
        using var reader = command.ExecuteReader();
        var lines = new List<string>();
        while (reader.Read())
        {
            lines.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount).Select(i => Text(reader.GetValue(i)))));
        }

        return [.. lines];
    }

    /// <summary>Runs a statement as the superuser, in no database of a test.</summary>
    public static void OnServer(string sql)
    {
        using var session = new MySqlConnection(MariaDbServer.Cluster.ConnectionString() + Script);
        session.Open();
        using var command = Command(session, sql);
        command.ExecuteNonQuery();
    }

    /// <summary>A statement past the engine.</summary>
    public static MySqlCommand Command(MySqlConnection session, string sql)
    {
#pragma warning disable CA2100 // Texts of the tests.
        return new MySqlCommand(sql, session) { CommandTimeout = 0 };
#pragma warning restore CA2100
    }

    /// <inheritdoc/>
    public void Dispose() => OnServer($"DROP DATABASE IF EXISTS {Name}");

    private static string Text(object value) => value switch
    {
        DBNull => "∅",
        DateTime time => $"{time:yyyy-MM-dd HH:mm:ss.FFFFFFF}",
        byte[] bytes => Convert.ToHexString(bytes),
        _ => $"{value}",
    };
}
