using Microsoft.Data.Sqlite;
using Npgsql;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Tests.Compare;

/// <summary>Where the rows of one side are: a platform with a table or file of its own.</summary>
internal abstract class ComparedPlace
{
    private static int _count;

    // One of a platform, in the folder of the test.
    private static readonly Dictionary<Platform, Func<string, ComparedPlace>> All = new()
    {
        [Platform.Sqlite] = folder => new SqlitePlace(folder),
        [Platform.PostgreSql] = _ => new PostgreSqlPlace(),
        [Platform.MariaDb] = _ => new MariaDbPlace(),
        [Platform.Files] = folder => new FilePlace(folder),
    };

    /// <summary>Each platform that is compared.</summary>
    public static IReadOnlyList<Platform> Platforms { get; } = [.. TestPlatforms.Everywhere, Platform.Files];

    /// <summary>A number that no other place has.</summary>
    protected int Number { get; } = Interlocked.Increment(ref _count);

    /// <summary>Name of the connection.</summary>
    public string Connection => $"Place{Number}";

    /// <summary>The entry of `connections`, with ${env:PLACE…} for a secret.</summary>
    public abstract string Yaml { get; }

    /// <summary>What the command is given.</summary>
    public abstract string Side { get; }

    /// <summary>What stands in the environment.</summary>
    public virtual string Secret => "";

    /// <summary>One of a platform.</summary>
    public static ComparedPlace Of(Platform platform, string folder) => All[platform](folder);

    /// <summary>Makes the table or file with these rows.</summary>
    public abstract void Fill(IReadOnlyList<string?[]> rows);

    /// <summary>The statement that fills the table.</summary>
    protected static string Insert(IReadOnlyList<string?[]> rows, Func<string, string, string> literal) =>
        "INSERT INTO rows_of_all VALUES " + string.Join(",\n", rows.Select(row => "(" + string.Join(", ", row.Select(
            (value, at) => value is null ? "NULL" : literal(PlantedRows.Columns[at], value))) + ")"));

    /// <summary>A text or number as it is written.</summary>
    protected static string Quoted(string column, string value) =>
        column is PlantedRows.Key or "n" or "d" or "f" ? value
            : $"'{value.Replace("'", "''", StringComparison.Ordinal)}'";

    private sealed class SqlitePlace(string folder) : ComparedPlace
    {
        public override string Yaml => $"{{connection: {Connection}, platform: Sqlite, file: {Connection}.db}}";

        public override string Side => $"{Connection}:rows_of_all";

        public override void Fill(IReadOnlyList<string?[]> rows)
        {
            var data = Directory.CreateDirectory(Path.Combine(folder, ".orchestrator", "data")).FullName;
            using var session = new SqliteConnection(
                $"Data Source={Path.Combine(data, Connection)}.db;Pooling=False");
            session.Open();
            using var command = session.CreateCommand();
#pragma warning disable CA2100 // Of a test.
            command.CommandText = "CREATE TABLE rows_of_all (id int NOT NULL PRIMARY KEY, n bigint, d decimal(18,4), "
                + "f float, s varchar(60), c char(8), t datetime2(6), day date, tod time(6), b bit, raw blob);"
                + Insert(rows, (column, value) => column switch
                {
                    "raw" => $"x'{value}'",
                    "b" => value,
                    _ => Quoted(column, value),
                });
#pragma warning restore CA2100
            command.ExecuteNonQuery();
        }
    }

    private sealed class PostgreSqlPlace : ComparedPlace
    {
        private string Database => $"compared_{Number}";

        public override string Yaml =>
            $"{{connection: {Connection}, platform: PostgreSql, connectionString: \"${{env:PLACE{Number}}}\"}}";

        public override string Side => $"{Connection}:public.rows_of_all";

        public override string Secret => Server.Cluster.ConnectionString(Database);

        public override void Fill(IReadOnlyList<string?[]> rows)
        {
            Run(Server.Cluster.ConnectionString(), $"CREATE DATABASE {Database}");
            Run(Secret, "CREATE TABLE rows_of_all (id integer PRIMARY KEY, n bigint, d numeric(18,4), "
                + "f double precision, s varchar(60), c char(8), t timestamp(6), day date, tod time(6), b boolean, "
                + "raw bytea);"
                + Insert(rows, (column, value) => column switch
                {
                    "raw" => $"'\\x{value}'",
                    "b" => value == "1" ? "true" : "false",
                    _ => Quoted(column, value),
                }));
        }

        private static void Run(string connection, string sql)
        {
            using var session = new NpgsqlConnection(connection + ";Pooling=false");
            session.Open();
#pragma warning disable CA2100 // Of a test.
            using var command = new NpgsqlCommand(sql, session);
#pragma warning restore CA2100
            command.ExecuteNonQuery();
        }
    }

    private sealed class MariaDbPlace : ComparedPlace, IDisposable
    {
        private readonly EmptyMariaDb _database = EmptyMariaDb.Take();

        public override string Yaml =>
            $"{{connection: {Connection}, platform: MariaDb, connectionString: \"${{env:PLACE{Number}}}\"}}";

        public override string Side => $"{Connection}:rows_of_all";

        public override string Secret => _database.ConnectionString;

        public override void Fill(IReadOnlyList<string?[]> rows)
        {
            _database.Run("CREATE TABLE rows_of_all (id int PRIMARY KEY, n bigint, d decimal(18,4), f double, "
                + "s varchar(60), c char(8), t datetime(6), day date, tod time(6), b boolean, raw varbinary(8))");
            _database.Run(Insert(rows, (column, value) => column switch
            {
                "raw" => $"x'{value}'",
                "b" => value,
                _ => Quoted(column, value),
            }));
        }

        public void Dispose() => _database.Dispose();
    }

    private sealed class FilePlace(string folder) : ComparedPlace
    {
        public override string Yaml => $"{{connection: {Connection}, platform: Files, folder: in}}";

        public override string Side => $"{Connection}:rows{Number}.csv";

        public override void Fill(IReadOnlyList<string?[]> rows)
        {
            // Nothing at all is NULL, nothing between quotes an empty text.
            var text = rows.Select(row => string.Join(',', row.Select(value => value is null ? "" : $"\"{value}\"")))
                .Prepend(string.Join(',', PlantedRows.Columns));
            Directory.CreateDirectory(Path.Combine(folder, "in"));
            File.WriteAllText(Path.Combine(folder, "in", $"rows{Number}.csv"), string.Join('\n', text) + "\n");
        }
    }
}
