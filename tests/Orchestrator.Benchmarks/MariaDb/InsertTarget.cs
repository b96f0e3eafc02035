using System.Globalization;
using MySqlConnector;
using Orchestrator.Benchmarks.Contests;
using Orchestrator.Benchmarks.SqlServer;
using Orchestrator.Data;
using Orchestrator.Data.MariaDb;
using MariaDbServer = Orchestrator.MariaDbCluster.Cluster;

namespace Orchestrator.Benchmarks.MariaDb;

/// <summary>A server with one table, and the ways in which the same rows come into it; it is empty before each.
/// </summary>
internal sealed class InsertTarget : IDisposable
{
    /// <summary>Most rows of one INSERT.</summary>
    public const int RowsMax = 256;

    private const string Database = "bench";

    private static readonly TableName Table = new(null, "rows_in");
    private static readonly MariaDbPlatform Platform = new();

    private readonly MariaDbServer _server = MariaDbServer.Start("innodb-buffer-pool-size=512M");
    private readonly string _folder = Directory.CreateTempSubdirectory("orchestrator-bench-").FullName;
    private readonly RowShape _shape;
    private readonly MemoryRows _memory;

    /// <summary>Starts it.</summary>
    /// <param name="shape">The table.</param>
    /// <param name="rows">Rows of each run, down to whole INSERTs of the most rows.</param>
    public InsertTarget(RowShape shape, long rows)
    {
        (_shape, _memory) = (shape, new MemoryRows(shape));
        Rows = Math.Max(RowsMax, rows / RowsMax * RowsMax);
        Execute("mysql", $"CREATE DATABASE {Database} CHARACTER SET utf8mb4");
        Execute(Database, Platform.Dialect.CreateTable(Table, shape.Columns));
        WriteFile();
    }

    /// <summary>Rows of each run.</summary>
    public long Rows { get; }

    private string File => Path.Combine(_folder, "rows.csv");

    /// <summary>Through the driver and the guard.</summary>
    public Cost Engine()
    {
        Empty();
        return Cost.Of(() => EngineCopy.Run(
            Platform, Table, _server.ConnectionString(Database), _memory.Begin(Rows), _shape.Columns,
            new RunResources()));
    }

    /// <summary>By prepared INSERTs of so many rows each, in one transaction.</summary>
    public Cost Bare(int rows)
    {
        Empty();
        return Cost.Of(() => Insert(rows));
    }

    /// <summary>By LOAD DATA LOCAL from a file that lies there already.</summary>
    public Cost LoadData()
    {
        Empty();
        return Cost.Of(() =>
        {
            using var session = Open(Database);
            new MySqlBulkLoader(session)
            {
                Local = true,
                FileName = File,
                TableName = Table.Name,
                CharacterSet = "utf8mb4",
                FieldTerminator = ",",
                LineTerminator = "\n",
            }.Load();
        });
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _memory.Dispose();
        _server.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private void Insert(int rows)
    {
        using var session = Open(Database);
        using var transaction = session.BeginTransaction();
        using var reader = new BareReader(_memory.Begin(Rows));
        using var insert = Command(session, Platform.Dialect.InsertValues(
            Table, [.. _shape.Columns.Select(column => column.Name)], rows));
        insert.Transaction = transaction;
        while (insert.Parameters.Count < rows * reader.FieldCount)
        {
            insert.Parameters.Add(new MySqlParameter());
        }

        for (var place = 0; reader.Read();)
        {
            for (var i = 0; i < reader.FieldCount; i++)
            {
                insert.Parameters[place++].Value = reader.GetValue(i);
            }

            if (place == insert.Parameters.Count)
            {
                insert.Prepare();
                insert.ExecuteNonQuery();
                place = 0;
            }
        }

        transaction.Commit();
    }

    private void WriteFile()
    {
        using var reader = new BareReader(_memory.Begin(Rows));
        using var file = System.IO.File.CreateText(File);
        while (reader.Read())
        {
            file.Write(string.Join(',', Enumerable.Range(0, reader.FieldCount).Select(i => Text(reader.GetValue(i)))));
            file.Write('\n');
        }
    }

    private static string Text(object value) => value switch
    {
        DateTime time => time.ToString("yyyy-MM-dd HH:mm:ss.ffffff", CultureInfo.InvariantCulture),
        IFormattable other => other.ToString(null, CultureInfo.InvariantCulture),
        _ => $"{value}",
    };

    private void Empty() => Execute(Database, $"TRUNCATE TABLE {Table.Name}");

    private void Execute(string database, string sql)
    {
        using var session = Open(database);
        using var command = Command(session, sql);
        command.ExecuteNonQuery();
    }

    private MySqlConnection Open(string database)
    {
        var session = new MySqlConnection(
            _server.ConnectionString(database) + ";Pooling=false;AllowLoadLocalInfile=true;IgnorePrepare=false");
        session.Open();
        return session;
    }

    private static MySqlCommand Command(MySqlConnection session, string sql)
    {
#pragma warning disable CA2100 // Texts of the benchmark.
        return new MySqlCommand(sql, session) { CommandTimeout = 0 };
#pragma warning restore CA2100
    }
}
