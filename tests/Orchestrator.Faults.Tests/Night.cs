using Npgsql;

namespace Orchestrator.Faults.Tests;

/// <summary>A solution in a folder of its own, and runs of it as people start them.</summary>
internal sealed class Night : IDisposable
{
    private static int _databases;

    private readonly int _number = Interlocked.Increment(ref _databases);
    private readonly Dictionary<string, string> _variables = [];

    public Night()
    {
        Database = $"night_{_number}";
        Directory.CreateDirectory(Path.Combine(Folder, "in"));
    }

    /// <summary>The solution.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("orchestrator-faults-").FullName;

    /// <summary>A database of the night's own on the server of this assembly, once it was made.</summary>
    public string Database { get; }

    /// <summary>Makes the database and runs statements in it.</summary>
    public void MakeDatabase(params string[] statements)
    {
        Execute("postgres", $"CREATE DATABASE {Database}");
        foreach (var statement in statements)
        {
            Execute(Database, statement);
        }
    }

    /// <summary>Takes the ledger away, as whoever empties a target has to: it would miss what it knows of.</summary>
    public void ForgetRuns()
    {
        if (Directory.Exists(Path.Combine(Folder, ".orchestrator")))
        {
            Directory.Delete(Path.Combine(Folder, ".orchestrator"), recursive: true);
        }
    }

    public void Execute(params string[] statements)
    {
        foreach (var statement in statements)
        {
            Execute(Database, statement);
        }
    }

    /// <summary>A session of somebody else, which has run these statements.</summary>
    public OtherSession Session(params string[] statements)
    {
        var session = new OtherSession(Open(Database));
        session.Execute(statements);
        return session;
    }

    /// <summary>Waits until a query counts something.</summary>
    public void Await(string count) => Assert.That(() => Ask(count), Is.Not.EqualTo("0").After(300_000, 5));

    /// <summary>The first value of a query.</summary>
    public string Ask(string sql)
    {
        using var connection = Open(Database);
        using var command = new NpgsqlCommand(sql, connection);
        return $"{command.ExecuteScalar()}";
    }

    /// <summary>A connection string of a server on the loopback; the password is a secret.</summary>
    public string PostgreSql(
        int port, string user = "orchestrator", string? password = null, string? database = null) =>
        $"Host=127.0.0.1;Port={port};Database={database ?? Database};Username={user};"
        + $"Password=${{secret:{Secret(password ?? Server.Cluster.Password)}}}";

    /// <summary>Makes a secret, and returns its name.</summary>
    public string Secret(string value)
    {
        var name = $"FAULTS_{_number}_{_variables.Count}";
        _variables["ORCHESTRATOR_SECRET_" + name] = value;
        Environment.SetEnvironmentVariable("ORCHESTRATOR_SECRET_" + name, value);
        return name;
    }

    public void Write(string name, string text) => File.WriteAllText(Path.Combine(Folder, name), text);

    /// <summary>
    /// Writes the solution: packages of the project Night from one connection to the other, tried again once after a
    /// transient failure.
    /// </summary>
    public void Solution(string source, string target, string objects, int retries, string delay = "10ms")
    {
        Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Faults
            settings:
              retry: {count: {{retries}}, delay: {{delay}}, errors: [Transient]}
            connections:
              - {connection: Files, platform: Files, folder: in}
              - {{source}}
              - {{target}}
            batches:
              - {batch: Nightly, projects: [Night]}
            projects:
              - project: Night
                source: {{NameOf(source)}}
                target: {{NameOf(target)}}
                objects:
            {{Indented(objects)}}
            """);
    }

    public Called Run(params string[] arguments) => Called.With(Folder, _variables, ["run", .. arguments]);

    public void Dispose()
    {
        foreach (var name in _variables.Keys)
        {
            Environment.SetEnvironmentVariable(name, null);
        }

        Directory.Delete(Folder, recursive: true);
    }

    private static string NameOf(string connection) =>
        connection.Split("connection: ")[1].Split(',', '}')[0].Trim();

    private static string Indented(string text) =>
        string.Join('\n', text.Split('\n').Select(line => "      " + line.TrimEnd()));

    private static void Execute(string database, string sql)
    {
        using var connection = Open(database);
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    private static NpgsqlConnection Open(string database)
    {
        var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
        return connection;
    }
}

/// <summary>A session beside the run.</summary>
internal sealed class OtherSession(NpgsqlConnection connection) : IDisposable
{
    public void Execute(params string[] statements)
    {
        foreach (var statement in statements)
        {
            using var command = new NpgsqlCommand(statement, connection);
            command.ExecuteNonQuery();
        }
    }

    public void Dispose() => connection.Dispose();
}
