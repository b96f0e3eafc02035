using System.IO.Compression;
using System.Text;

namespace Orchestrator.Data.Tests.Files;

/// <summary>
/// Random tables are written by a plain writer of each format and read back through the driver, in pieces of any
/// size: what was written arrives, NULL and empty kept apart.
/// </summary>
internal sealed class RoundTripTests
{
    private static readonly string[] Alphabet =
        ["a", "b", "7", " ", "é", "€", "𝄞", "\"", ",", ";", "\n", "\r\n", "\t", "+", "|", "&", "+|", "&|\n", "'"];

    private static readonly Encoding[] Encodings =
    [
        new UTF8Encoding(false), new UTF8Encoding(true), new UnicodeEncoding(false, true),
        new UnicodeEncoding(true, true),
    ];

    [Test]
    public void Csv_gives_back_what_was_written()
    {
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < 400; round++)
        {
            var field = random.Next(3) switch { 0 => ";", 1 => "||", _ => "," };
            var table = Table(random, _ => true);
            var (file, atOnce, batchBytes) = Packed(random, Csv(table, field, random));

            var read = Reading.Rows(file, Reading.Csv(field), atOnce, batchBytes);

            Assert.That(Flat(read), Is.EqualTo(Flat(table)), $"round {round}; {TestSeed.Hint}");
        }
    }

    [Test]
    public void Bcp_gives_back_what_was_written()
    {
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < 400; round++)
        {
            var (field, row) = random.Next(2) == 0 ? ("\t", "\n") : ("+|", "&|\n");
            var table = Table(random, text => !text.Contains(field[0]) && !text.Contains(row[0]));
            var (file, atOnce, batchBytes) = Packed(random, Bcp(table, field, row));

            var read = Reading.Rows(file, Reading.Bcp(table[0].Length, field, row), atOnce, batchBytes);

            Assert.That(Flat(read), Is.EqualTo(Flat(table)), $"round {round}; {TestSeed.Hint}");
        }
    }

    [Test]
    public void Where_terminators_are_data_a_row_ends_only_behind_its_last_column()
    {
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < 200; round++)
        {
            var table = Table(random, text => !text.Contains('\t'));
            foreach (var row in table)
            {
                row[^1] = row[^1]?.ReplaceLineEndings("");
                row[^1] = row[^1] is "" ? null : row[^1];
            }

            var (file, atOnce, batchBytes) = Packed(random, Bcp(table, "\t", "\n"));

            var read = Reading.Rows(file, Reading.Bcp(table[0].Length, data: true), atOnce, batchBytes);

            Assert.That(Flat(read), Is.EqualTo(Flat(table)), $"round {round}; {TestSeed.Hint}");
        }
    }

    [Test]
    public void It_does_not_matter_where_the_pieces_of_a_file_end()
    {
        var csv = Encoding.UTF8.GetBytes("id,\"na\"\"me\"\r\n1,\"a \"\"€\"\", b\r\n\"\r\n,\"\"\r\n3,𝄞é");
        var bcp = Encoding.UTF8.GetBytes("1+|a+&€+|&|\n+|\0+||&&|\n3+|𝄞+|");
        string?[][] csvRows = [["1", "a \"€\", b\r\n"], [null, ""], ["3", "𝄞é"]];
        string?[][] bcpRows = [["1", "a+&€", null], [null, "", "|&"], ["3", "𝄞", null]];

        for (var atOnce = 1; atOnce <= csv.Length; atOnce++)
        {
            Assert.That(Reading.Rows(csv, Reading.Csv(), atOnce, batchBytes: atOnce + 3), Is.EqualTo(csvRows));
            Assert.That(Reading.Rows(bcp, Reading.Bcp(3, "+|", "&|\n"), atOnce, batchBytes: atOnce + 3),
                Is.EqualTo(bcpRows));
        }
    }

    private static List<string?[]> Table(Random random, Func<string, bool> accept)
    {
        var columns = random.Next(1, 6);
        string? Value() => random.Next(8) switch
        {
            0 => null,
            1 => "",
            _ => string.Concat(Enumerable.Range(0, random.Next(1, 30))
                .Select(_ => Alphabet[random.Next(Alphabet.Length)])
                .Where(accept)),
        };
        return [.. Enumerable.Range(0, random.Next(1, 40)).Select(_ =>
            Enumerable.Range(0, columns).Select(_ => Value()).ToArray())];
    }

    private static string Csv(List<string?[]> table, string field, Random random)
    {
        var end = random.Next(2) == 0 ? "\r\n" : "\n";
        char[] special = [.. field, '"', '\r', '\n'];
        string Quoted(string? value) => value is null ? ""
            : value.Length == 0 || value.IndexOfAny(special) >= 0 || random.Next(5) == 0
                ? $"\"{value.Replace("\"", "\"\"")}\""
                : value;
        var header = string.Join(field, table[0].Select((_, i) => $"c{i}"));
        var text = string.Concat(table.Select(row => string.Join(field, row.Select(Quoted)) + end));
        var isCut = random.Next(2) == 0 && table[^1][^1] is not null;
        return header + end + (isCut ? text[..^end.Length] : text);
    }

    private static string Bcp(List<string?[]> table, string field, string row) => string.Concat(table.Select(values =>
        string.Join(field, values.Select(value => value is null ? "" : value.Length == 0 ? "\0" : value)) + row));

    // One string compares faster than a list of lists.
    private static string Flat(List<string?[]> table) =>
        string.Join('\n', table.Select(row => string.Join('\u0001', row.Select(x => x is null ? "NULL" : $"'{x}'"))));

    private static (byte[] File, int AtOnce, int BatchBytes) Packed(Random random, string text)
    {
        var encoding = Encodings[random.Next(Encodings.Length)];
        byte[] file = [.. encoding.GetPreamble(), .. encoding.GetBytes(text)];
        if (random.Next(4) == 0)
        {
            using var packed = new MemoryStream();
            using (var gzip = new GZipStream(packed, CompressionLevel.Fastest))
            {
                gzip.Write(file);
            }

            file = packed.ToArray();
        }

        // The smaller a batch, the more rows are so large that they are measured before they are read.
        return (file, random.Next(1, 200), random.Next(2) == 0 ? random.Next(4, 24) : random.Next(16, 3000));
    }
}
