using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

internal sealed class FileRowWriterTests
{
    private const int Rows = 200;

    private string _folder = "";

    private static IEnumerable<TestCaseData> Formats()
    {
        yield return Case(TextFormat.Csv, "t.csv");
        yield return Case(new TextFormat { Field = ";", Encoding = "utf-16le" }, "t.csv.gz");
        yield return Case(new TextFormat { Field = "-" }, "minus.csv");
        yield return Case(new TextFormat { Style = TextStyle.Bcp, Field = "\t" }, "t.txt");
        yield return Case(new TextFormat { Style = TextStyle.Bcp, Field = "+|", Row = "&|\n" }, "long.txt");
        yield return Case(
            new TextFormat { Style = TextStyle.Bcp, Field = "||", TerminatorInColumns = true, Encoding = "utf-16be" },
            "wide.txt");
        yield return Case(new TextFormat
        {
            Style = TextStyle.Fixed,
            Widths = [.. Enumerable.Repeat(400, TypedTable.Columns.Length)],
        }, "fixed.txt.gz");
        yield return Case(new TextFormat { Style = TextStyle.JsonLines }, "t.jsonl");
        yield return Case(new TextFormat { Encoding = "windows-1252" }, "western.csv");
        yield return Case(new TextFormat { HasHeader = false, Quote = "'", Comment = "1", Field = ";" }, "bare.csv");
        yield return Case(new TextFormat { Style = TextStyle.JsonLines, Encoding = "koi8-r" }, "cyrillic.jsonl.gz");
        yield return Case(new TextFormat { Style = TextStyle.Bcp, Field = "\t", Encoding = "ibm850" }, "dos.txt");
        yield return Case(new TextFormat { Forms = FormedFiles.German, Nulls = ["NULL", "n/a"] }, "german.csv");
        yield return Case(new TextFormat { Field = ";", Forms = FormedFiles.Swiss, Nulls = ["-"] }, "swiss.csv.gz");
        yield return Case(new TextFormat
        {
            Style = TextStyle.Bcp,
            Field = "|",
            Forms = FormedFiles.German,
            Nulls = ["\\N"],
        }, "german.txt");
        yield return Case(new TextFormat
        {
            Style = TextStyle.Fixed,
            Widths = [.. Enumerable.Repeat(400, TypedTable.Columns.Length)],
            Forms = FormedFiles.Swiss,
            Nulls = ["NULL"],
        }, "swiss.txt");
        yield return Case(new TextFormat
        {
            Style = TextStyle.JsonLines,
            Forms = FormedFiles.German with { Number = null },
        }, "german.jsonl");
    }

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("orchestrator-test-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [TestCaseSource(nameof(Formats))]
    public void Every_type_reads_back_equal(TextFormat format, string file)
    {
        var random = new Random(TestSeed.Value);
        var resources = new RunResources();
        using var pool = new RowBatchPool(resources.Memory, TypedTable.Columns);
        var rules = new FileRules(format);
        for (var round = 0; round < 10; round++)
        {
            using var batch = pool.RentNow();
            TypedTable.Fill(batch, Rows, random, text => Keeps(rules, text));
            var written = Shown(batch);

            Write(format, file, batch);
            var read = Read(format, file, resources);

            Assert.That(read, Is.EqualTo(written), TestSeed.Hint);
        }
    }

    [TestCaseSource(nameof(Formats))]
    public void A_file_without_rows_reads_back_without_rows(TextFormat format, string file)
    {
        using var pool = new RowBatchPool(new RunResources().Memory, TypedTable.Columns);
        using var batch = pool.RentNow();

        Write(format, file, batch);

        Assert.That(Read(format, file, new RunResources()), Is.Empty);
    }

    [Test]
    public void What_is_not_published_leaves_the_old_file_and_nothing_else()
    {
        File.WriteAllText(Path.Combine(_folder, "t.csv"), "old");
        using (var writer = Writer("t.csv"))
        {
            writer.Complete();
            Assert.That(Directory.GetFiles(_folder), Has.Length.EqualTo(2));
        }

        Assert.That(Directory.GetFiles(_folder), Has.Length.EqualTo(1));
        Assert.That(File.ReadAllText(Path.Combine(_folder, "t.csv")), Is.EqualTo("old"));
    }

    [TestCase(true, "'=name,n\n'=1+1,-5\n'+1,-5\n'-1,-5\n'@x,-5\n'\tx,-5\n\"'\rx\",-5\n'\uFF1D1,-5\na=b,-5\n\"\",-5\n"
        + "' =9,-5\n'\u00a0 @x,-5\n'\u200b\uFEFF+1,-5\n' \t-1,-5\n a=b,-5\n  ,-5\n")]
    [TestCase(false, "=name,n\n=1+1,-5\n+1,-5\n-1,-5\n@x,-5\n\tx,-5\n\"\rx\",-5\n\uFF1D1,-5\na=b,-5\n\"\",-5\n"
        + " =9,-5\n\u00a0 @x,-5\n\u200b\uFEFF+1,-5\n \t-1,-5\n a=b,-5\n  ,-5\n")]
    public void Text_that_a_spreadsheet_would_compute_stands_behind_an_apostrophe_where_that_is_wanted(
        bool defuses, string expected)
    {
        RowColumn[] columns = [new("=name", GuardType.Text), new("n", new SqlType(SqlTypeKind.Int))];
        string[] texts = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\uFF1D1", "a=b", "",
            " =9", "\u00a0 @x", "\u200b\uFEFF+1", " \t-1", " a=b", "  "];
        using var pool = new RowBatchPool(new RunResources().Memory, columns);
        using var batch = pool.RentNow();
        foreach (var text in texts)
        {
            batch.Columns[0].SetBytes(batch.Count, Encoding.UTF8.GetBytes(text));
            batch.Columns[1].Int64s[batch.Count++] = -5;
        }

        var target = Target("f.csv", new TextFormat { DefusesFormulas = defuses });
        using (var writer = new FileRowWriter(target, columns, []))
        {
            writer.Write(batch, 0, batch.Count);
            writer.Complete();
            writer.Publish();
        }

        Assert.That(File.ReadAllText(Path.Combine(_folder, "f.csv")), Is.EqualTo(expected));
    }

    [Test]
    [Platform("Unix")]
    [UnsupportedOSPlatform("windows")]
    public void Others_never_may_write_what_was_made()
    {
        var before = Umask(0);
        try
        {
            using var writer = Writer("new/t.csv");
            writer.Complete();
            writer.Publish();
        }
        finally
        {
            _ = Umask(before);
        }

        Assert.That(File.GetUnixFileMode(Path.Combine(_folder, "new")) & UnixFileMode.OtherWrite,
            Is.EqualTo(UnixFileMode.None));
        Assert.That(File.GetUnixFileMode(Path.Combine(_folder, "new", "t.csv"))
            & (UnixFileMode.OtherWrite | UnixFileMode.UserExecute), Is.EqualTo(UnixFileMode.None));
    }

    [Test]
    [Platform("Unix")]
    [UnsupportedOSPlatform("windows")]
    public void A_file_may_be_read_and_written_by_whom_the_one_before_might()
    {
        const UnixFileMode Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead;
        var path = Path.Combine(_folder, "t.csv");
        File.WriteAllText(path, "old");
        File.SetUnixFileMode(path, Mode);

        using var writer = Writer("t.csv");
        writer.Complete();
        writer.Publish();

        Assert.That(File.GetUnixFileMode(path), Is.EqualTo(Mode));
    }

    [Test]
    [Platform("Unix")]
    public void A_file_that_somebody_else_has_changed_takes_no_place()
    {
        File.WriteAllText(Path.Combine(_folder, "t.csv"), "old");
        using var writer = Writer("t.csv");
        writer.Complete();
        File.AppendAllText(Directory.GetFiles(_folder, ".t.csv.*.loading").Single(), "more");

        Assert.That(writer.Publish, Throws.TypeOf<IOException>().With.Message.Contains("somebody else changed it"));
        Assert.That(File.ReadAllText(Path.Combine(_folder, "t.csv")), Is.EqualTo("old"));
    }

    [Test]
    public void What_a_killed_attempt_left_is_removed_by_the_next()
    {
        var left = Path.Combine(_folder, ".t.csv.41-0123abcd.loading");
        string[] others =
            [".t.csv.41-0123abcd.loading.csv.7-00000000.loading", ".t.csv.my.loading", "t.csv.41-0123abcd.loading"];
        File.WriteAllText(left, "half");
        Array.ForEach(others, other => File.WriteAllText(Path.Combine(_folder, other), "another's"));

        using var writer = Writer("t.csv");

        Assert.That(File.Exists(left), Is.False);
        Assert.That(others.Select(other => File.Exists(Path.Combine(_folder, other))), Is.All.True);
    }

    [Test]
    public void A_file_that_another_load_is_writing_is_refused()
    {
        using var first = Writer("t.csv");

        var refused = Assert.Throws<DataRefusedException>(() => Writer("t.csv"))!;

        Assert.That(refused.Code, Is.EqualTo("ORC3452"));
        first.Complete();
        Assert.That(first.Publish, Throws.Nothing);
    }

    [Test]
    public void A_file_outside_the_folder_is_refused()
    {
        Directory.CreateSymbolicLink(Path.Combine(_folder, "out"), Path.GetTempPath());

        Assert.That(() => Writer("../t.csv"), Throws.TypeOf<DataRefusedException>());
        Assert.That(() => Writer("out/t.csv"), Throws.TypeOf<DataRefusedException>());
    }

    [Test]
    public void Rows_of_fixed_width_values_allocate_nothing()
    {
        RowColumn[] columns = [.. TypedTable.Columns.Where(column => !ValueStorages.IsText(column.Type))];
        using var pool = new RowBatchPool(new RunResources().Memory, columns);
        using var batch = pool.RentNow();
        batch.Count = Math.Min(1000, batch.RowsMax);
        foreach (var column in batch.Columns)
        {
            for (var row = 0; row < batch.Count && column.Storage == ValueStorage.Bytes; row++)
            {
                column.SetBytes(row, new byte[16]);
            }
        }

        foreach (var style in Enum.GetValues<TextStyle>().Where(one => one != TextStyle.Excel))
        {
            var format = new TextFormat
            {
                Style = style,
                Field = "\t",
                Widths = [.. Enumerable.Repeat(40, columns.Length)],
            };
            using var writer = new FileRowWriter(Target("t", format), columns, []);
            writer.Write(batch, 0, batch.Count);
            var before = GC.GetAllocatedBytesForCurrentThread();
            writer.Write(batch, 0, batch.Count);

            Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(100), $"{style}");
        }
    }

    [TestCase("\t", "\n", "a\tb", false)]
    [TestCase("\t", "\n", "a\nb", false)]
    [TestCase("||", "\n", "a|", false)]
    [TestCase("||", "\n", "a|b", true)]
    [TestCase("+|", "&|\n", "a+", true)]
    [TestCase("\t", "\n", "\0", false)]
    [TestCase("\t", "\n", "a\0", true)]
    [TestCase("\t", "\n", "", true)]
    public void Bcp_keeps_what_no_terminator_cuts(string field, string row, string text, bool keeps)
    {
        var format = new TextFormat { Style = TextStyle.Bcp, Field = field, Row = row };
        var rule = new FileRules(format).LimitsAt(new RowColumn("a", GuardType.Text), 0, 2).Texts!;

        Assert.That(rule.Keeps(Encoding.UTF8.GetBytes(text)), Is.EqualTo(keeps));
        Assert.That(rule.Keeps(rule.Repaired(Encoding.UTF8.GetBytes(text))), Is.True);
    }

    [TestCase("nvarchar(3)", 0)]
    [TestCase("varchar(5)", 0)]
    [TestCase("nvarchar(9)", 5)]
    [TestCase("nvarchar(max)", 5)]
    [TestCase("int", 5)]
    public void A_column_of_fixed_width_holds_no_more_than_its_type(string declared, int lengthMax)
    {
        var format = new TextFormat { Style = TextStyle.Fixed, Widths = [5] };
        Assert.That(SqlType.TryParse(declared, out var type, out _), Is.True);

        var limits = new FileRules(format).LimitsAt(new RowColumn("a", type), 0, 1);

        Assert.That(limits.LengthMax, Is.EqualTo(lengthMax), "0 is what the type says");
    }

    [DllImport("libc", EntryPoint = "umask")]
    private static extern uint Umask(uint mask);

    private static TestCaseData Case(TextFormat format, string file) => new(format, file) { TestName = file };

    private static bool Keeps(FileRules rules, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        RowColumn column = new("c", GuardType.Text);
        return bytes.Length <= 40 && Enumerable.Range(0, 2).All(
            place => rules.LimitsAt(column, place, 2).Texts is not { } rule || rule.Keeps(bytes));
    }

    private static List<string> Shown(RowBatch batch)
    {
        var rows = new List<string>();
        for (var row = 0; row < batch.Count; row++)
        {
            var texts = new List<string>();
            foreach (var column in batch.Columns)
            {
                texts.Add(TypedTable.Shown(column, row));
            }

            rows.Add(string.Join('|', texts));
        }

        return rows;
    }

    private TargetFile Target(string file, TextFormat format) =>
        new() { Folder = _folder, File = file, Format = format, Attempt = 42 };

    private FileRowWriter Writer(string file) =>
        new(Target(file, TextFormat.Csv), [new RowColumn("a", GuardType.Text)], []);

    private void Write(TextFormat format, string file, RowBatch batch)
    {
        using var writer = new FileRowWriter(Target(file, format), TypedTable.Columns, []);
        writer.Write(batch, 0, batch.Count);
        Assert.That(writer.Complete(), Is.EqualTo(batch.Count));
        writer.Publish();
    }

    private List<string> Read(TextFormat format, string file, RunResources resources)
    {
        using var reader = new FileRowReader(new SourceFiles
        {
            Folder = _folder,
            Pattern = file,
            Format = format,
            Columns = [.. TypedTable.Columns.Select(column => column.Name)],
        });
        using var pool = new RowBatchPool(resources.Memory, reader.Columns);
        using var guard = new Guard(reader.Columns, [.. TypedTable.Columns.Select((column, i) => new GuardColumn
        {
            Name = column.Name,
            Source = i,
            Type = column.Type,
            Limits = new ColumnLimits { TakesNonFinite = true },
        })], resources);
        var rows = new List<string>();
        while (true)
        {
            var batch = pool.Rent(CancellationToken.None);
            if (!reader.Read(batch, CancellationToken.None))
            {
                batch.Dispose();
                return rows;
            }

            using var whole = guard.Check(batch);
            rows.AddRange(Shown(whole));
        }
    }
}
