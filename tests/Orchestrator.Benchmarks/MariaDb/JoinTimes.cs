using System.Diagnostics;
using MySqlConnector;
using Orchestrator.MariaDbCluster;

namespace Orchestrator.Benchmarks.MariaDb;

/// <summary>
/// How long MariaDB joins tables of 100,000 rows on either side, with and without an index, at two levels of
/// `join_cache_level`. Nothing is judged; what takes more than a minute is stopped.
/// </summary>
internal static class JoinTimes
{
    private const int Rows = 100_000;
    private const int RoundsDefault = 3;
    private const int SecondsMax = 60;
    private const int TooLong = 1969;
    private const string On = "ON s.k = t.k";

    private static readonly string[] Tables =
    [
        "CREATE TABLE target (k varchar(40) NOT NULL, v int NOT NULL)",
        "CREATE TABLE keyed LIKE target",
        "ALTER TABLE keyed ADD KEY (k)",
        "CREATE TABLE plain LIKE target",
        "CREATE TABLE made LIKE target",
        $"INSERT INTO target SELECT concat('key ', seq), seq FROM seq_1_to_{Rows}",
        "INSERT INTO plain SELECT k, v + 1 FROM target",
        "INSERT INTO keyed SELECT k, v + 1 FROM target",
        "ANALYZE TABLE target, plain, keyed",
    ];

    private static readonly (string What, string Sql)[] Statements =
    [
        ("SELECT of a join without an index", $"SELECT count(*) FROM target AS t JOIN plain AS s {On}"),
        ("SELECT of a join with one", $"SELECT count(*) FROM target AS t JOIN keyed AS s {On}"),
        ("INSERT of what a left join misses, without an index",
            $"INSERT INTO made SELECT t.k, t.v FROM target AS t LEFT JOIN plain AS s {On} WHERE s.k IS NULL"),
        ("UPDATE of a join without an index", $"UPDATE target AS t JOIN plain AS s {On} SET t.v = t.v + s.v"),
        ("UPDATE of a join, an index over what the values come from",
            $"UPDATE target AS t JOIN keyed AS s {On} SET t.v = t.v + s.v"),
    ];

    /// <summary>`mariadb-plans [ROUNDS]`.</summary>
    public static int Run(string[] args)
    {
        var rounds = args.Length > 0 ? int.Parse(args[0]) : RoundsDefault;
        Console.WriteLine($"{Environment.ProcessorCount} processors, {Rows:N0} rows on either side, {rounds} rounds");
        using var server = Cluster.Start("innodb-buffer-pool-size=512M");
        using var session = new MySqlConnection(server.ConnectionString() + ";Pooling=false");
        session.Open();
        Execute(session, "CREATE DATABASE joins CHARACTER SET utf8mb4");
        session.ChangeDatabase("joins");
        foreach (var statement in Tables)
        {
            Execute(session, statement);
        }

        var times = new List<(string What, int Level, double? Seconds)>();
        for (var round = 0; round < rounds; round++)
        {
            times.AddRange(Round(session));
        }

        foreach (var each in times.GroupBy(one => (one.What, one.Level)))
        {
            Console.WriteLine($"  {each.Key.What}, join_cache_level {each.Key.Level}: "
                + string.Join(", ", each.Select(one => one.Seconds is { } seconds
                    ? $"{seconds:0.00} s" : $"stopped after {SecondsMax} s")));
        }

        return 0;
    }

    private static IEnumerable<(string What, int Level, double? Seconds)> Round(MySqlConnection session)
    {
        foreach (var (what, sql) in Statements)
        {
            foreach (var level in new[] { 2, 8 })
            {
                Execute(session, $"SET SESSION join_cache_level = {level}, join_buffer_size = 33554432, "
                    + $"max_statement_time = {SecondsMax}");
                yield return (what, level, Seconds(session, sql));
            }
        }
    }

    private static double? Seconds(MySqlConnection session, string sql)
    {
        var begun = Stopwatch.GetTimestamp();
        try
        {
            Execute(session, sql);
            return Stopwatch.GetElapsedTime(begun).TotalSeconds;
        }
        catch (MySqlException fault) when (fault.Number == TooLong)
        {
            return null;
        }
    }

    private static void Execute(MySqlConnection session, string sql)
    {
#pragma warning disable CA2100 // Texts of the benchmark.
        using var command = new MySqlCommand(sql, session) { CommandTimeout = 0 };
#pragma warning restore CA2100
        command.ExecuteScalar();
    }
}
