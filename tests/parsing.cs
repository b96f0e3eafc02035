#:project ../engine/Orchestrator.Data.Files
#:package Sep
#:package DuckDB.NET.Data.Full
#:property PublishAot=false
#:property RestorePackagesWithLockFile=false

// Parsing alone: every field of a delimited file found, none converted, on one thread; our reader beside Sep and
// DuckDB's on the same file, interleaved and each against itself. A program of its own, because DuckDB's client takes
// 400 MB that nobody else needs: dotnet run -c Release tests/parsing.cs -- [ROUNDS [ROWS]]
using System.Diagnostics;
using System.Globalization;
using DuckDB.NET.Data;
using nietras.SeparatedValues;
using Orchestrator.Data;
using Orchestrator.Data.Files;

CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var rounds = args.Length > 0 ? int.Parse(args[0]) : 9;
var rows = args.Length > 1 ? int.Parse(args[1]) : 2_000_000;
var folder = Directory.CreateTempSubdirectory("orchestrator-parsing-").FullName;
try
{
    var file = Path.Combine(folder, "rows.csv");
    WriteRows(file, rows);
    (string Name, Func<long> Parse)[] readers =
        [("ours", () => Ours(folder)), ("Sep", () => OfSep(file)), ("DuckDB", () => OfDuckDb(file))];
    var first = readers.Select(reader => reader.Parse()).ToArray();
    if (first.Distinct().Count() != 1)
    {
        Console.Error.WriteLine($"the readers found other fields: {string.Join(", ", first)} characters");
        return 1;
    }

    var times = readers.ToDictionary(reader => reader.Name, _ => new List<(double One, double Again)>());
    for (var i = 0; i < rounds; i++)
    {
        var one = readers.Select(reader => Timed(reader.Parse)).ToArray();
        var again = readers.Select(reader => Timed(reader.Parse)).ToArray();
        foreach (var (place, reader) in readers.Index())
        {
            times[reader.Name].Add((one[place], again[place]));
        }
    }

    var bytes = new FileInfo(file).Length;
    foreach (var (name, each) in times)
    {
        var seconds = Median(each.Select(pair => (pair.One + pair.Again) / 2));
        var ratio = Median(each.Zip(
            times["ours"], (its, ours) => (its.One + its.Again) / (ours.One + ours.Again)));
        Console.WriteLine($"{name,-8} {seconds:0.000} s, {bytes / seconds / 1e6:0} MB/s; ours is {ratio:0.000} × as "
            + $"fast; A/A spread {Median(each.Select(pair => Math.Abs((pair.One / pair.Again) - 1))):0.000}");
    }

    return 0;
}
finally
{
    Directory.Delete(folder, recursive: true);
}

static double Timed(Func<long> parse)
{
    var begun = Stopwatch.GetTimestamp();
    parse();
    return Stopwatch.GetElapsedTime(begun).TotalSeconds;
}

static double Median(IEnumerable<double> values)
{
    var ordered = values.Order().ToArray();
    return ordered[ordered.Length / 2];
}

static long Ours(string folder)
{
    using var reader = new FileRowReader(new SourceFiles { Folder = folder, Pattern = "rows.csv" });
    using var pool = new RowBatchPool(new MemoryBudget(64 << 20), reader.Columns);
    using var batch = pool.RentNow();
    var length = 0L;
    while (reader.Read(batch, CancellationToken.None))
    {
        foreach (var column in batch.Columns)
        {
            for (var row = 0; row < batch.Count; row++)
            {
                length += column.Lengths[row];
            }
        }
    }

    return length;
}

static long OfSep(string file)
{
    using var reader = Sep.Reader(options => options with { Sep = new(','), Unescape = true }).FromFile(file);
    var length = 0L;
    foreach (var row in reader)
    {
        for (var column = 0; column < row.ColCount; column++)
        {
            length += row[column].Span.Length;
        }
    }

    return length;
}

static long OfDuckDb(string file)
{
    using var connection = new DuckDBConnection("Data Source=:memory:");
    connection.Open();
    using var command = connection.CreateCommand();
    command.CommandText = "SET threads = 1; SELECT CAST(sum(strlen(Id) + strlen(Name) + strlen(Amount) "
        + $"+ strlen(Day) + strlen(Rate)) AS BIGINT) FROM read_csv('{file}', all_varchar = true, "
        + "header = true, delim = ',')";
    return Convert.ToInt64(command.ExecuteScalar(), CultureInfo.InvariantCulture);
}

static void WriteRows(string path, int rows)
{
    using var file = new StreamWriter(path);
    file.Write("Id,Name,Amount,Day,Rate\n");
    var random = new Random(7);
    for (var i = 1; i <= rows; i++)
    {
        file.Write($"{i},{new string((char)('a' + random.Next(26)), 8 + random.Next(16))},"
            + $"{random.Next(100_000_000) / 100m:0.00},"
            + $"{new DateOnly(2010, 1, 1).AddDays(random.Next(5800)):yyyy-MM-dd},"
            + $"{random.NextDouble() * 1000:0.000000}\n");
    }
}
