using System.Diagnostics;
using System.Globalization;
using Npgsql;
using NpgsqlTypes;

namespace Orchestrator.Benchmarks.Bursts;

/// <summary>
/// A producer in a process of its own: so many rows a second into the buffer, a COPY and a transaction for each
/// hundredth of a second. Keys are drawn at random, so that most rows are for a key that is there.
/// </summary>
internal static class BurstWriter
{
    private const int TurnsPerSecond = 100;
    private const int Keys = 1_000_000;

    /// <summary>`absorb-writer CONNECTIONSTRING ROWS_PER_SECOND SECONDS`; prints how many rows it wrote, and in how
    /// many seconds.</summary>
    public static int Run(string[] args)
    {
        var rate = int.Parse(args[1], CultureInfo.InvariantCulture);
        var turns = int.Parse(args[2], CultureInfo.InvariantCulture) * TurnsPerSecond;
        using var source = NpgsqlDataSource.Create(args[0]);
        using var connection = source.OpenConnection();
        var dice = new Random(1);
        var began = Stopwatch.GetTimestamp();
        for (var turn = 0; turn < turns; turn++)
        {
            Write(connection, dice, rate / TurnsPerSecond);
            var early = TimeSpan.FromSeconds((turn + 1.0) / TurnsPerSecond) - Stopwatch.GetElapsedTime(began);
            if (early > TimeSpan.Zero)
            {
                using var never = new ManualResetEventSlim();
                never.Wait(early);
            }
        }

        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{(long)turns * (rate / TurnsPerSecond)} {Stopwatch.GetElapsedTime(began).TotalSeconds:0.000}"));
        return 0;
    }

    private static void Write(NpgsqlConnection connection, Random dice, int rows)
    {
        using var copy = connection.BeginBinaryImport("COPY t_buffer (a, b, c, d, e) FROM STDIN (FORMAT binary)");
        var now = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Unspecified);
        for (var i = 0; i < rows; i++)
        {
            var key = dice.Next(Keys);
            copy.StartRow();
            copy.Write(key % 1000, NpgsqlDbType.Integer);
            copy.Write(key / 1000, NpgsqlDbType.Integer);
            copy.Write(i, NpgsqlDbType.Integer);
            copy.Write("a row of the burst, of the usual length", NpgsqlDbType.Varchar);
            copy.Write(now.AddTicks(i), NpgsqlDbType.Timestamp);
        }

        copy.Complete();
    }
}
