using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>Files of one pattern whose headers differ, and numbers as files have them.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class FilesOfOnePatternTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("s_2024.csv", "s_2025.csv", null, 0)]
    [TestCase("s_2025.csv", "s_2024.csv", null, 0)]
    [TestCase("s_2024.csv", "s_2025.csv", Drift.Ignore, 1)]
    [TestCase("s_2025.csv", "s_2024.csv", Drift.Ignore, 1)]
    [TestCase("s_2024.csv", "s_2025.csv", Drift.AddColumns, 1)]
    public void A_column_more_that_nobody_loads_is_left_out_and_told_where_drift_says_so(
        string small, string large, Drift? drift, int warnings)
    {
        _rig.Rig.Write(small, "id,name\n1,a\n");
        _rig.Rig.Write(large, "phone,name,id\n555,b,2\n");

        var result = _rig.Rig.Run(Load(drift, Rig.Column("id", "int"), Rig.Column("name", "nvarchar(10)")));

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Warnings, Has.Count.EqualTo(warnings).And.All.Contain("column added 'phone'"));
        Assert.That(_rig.Query("SELECT * FROM t ORDER BY 1"), Is.EqualTo((string[])["1|a", "2|b"]));
    }

    [Test]
    public void Fail_refuses_a_column_more_in_any_file_before_a_row_is_written()
    {
        _rig.Rig.Write("s_1.csv", "id\n1\n");
        _rig.Rig.Write("s_2.csv", "id,phone\n2,555\n");

        var result = _rig.Rig.Run(Load(Drift.Fail, Rig.Column("id", "int")));

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3600"));
        Assert.That(result.Error.Message, Does.Contain("'phone'"));
    }

    [TestCase(null)]
    [TestCase(Drift.Fail)]
    [TestCase(Drift.Ignore)]
    public void A_column_that_is_loaded_and_that_one_file_lacks_fails_the_load_with_its_name(Drift? drift)
    {
        _rig.Rig.Write("s_1.csv", "id,name\n1,a\n");
        _rig.Rig.Write("s_2.csv", "id\n2\n");

        var result = _rig.Rig.Run(Load(drift, Rig.Column("id", "int"), Rig.Column("name", "nvarchar(10)")));

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3103"));
        Assert.That(result.Error.Message, Does.Contain("s_2.csv").And.Contain("'name'"));
    }

    [Test]
    public void Without_named_columns_those_of_all_files_are_loaded_where_drift_allows_it()
    {
        _rig.Rig.Write("s_1.csv", "id,name\n1,a\n");
        _rig.Rig.Write("s_2.csv", "phone,id\n555,2\n");

        Assert.That(_rig.Rig.Run(Load(null)).Error!.Code, Is.EqualTo("ORC3103"));
        var result = _rig.Rig.Run(Load(Drift.Ignore));

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Warnings, Has.Count.EqualTo(2));
        Assert.That(_rig.Query("SELECT \"id\", \"name\", \"phone\" FROM t ORDER BY 1"),
            Is.EqualTo((string[])["1|a|∅", "2|∅|555"]));
    }

    [TestCase("t.jsonl", "{\"id\":1,\"price\":8.26e-05,\"qty\":1e3}\n{\"id\":2E0,\"price\":2E0,\"qty\":5}\n")]
    [TestCase("t.csv", "id,price,qty\n1,8.26e-05,1E+03\n2,2E0,5\n")]
    public void A_number_with_an_exponent_arrives_digit_by_digit(string file, string text)
    {
        var load = Load(null, Rig.Column("id", "int"), Rig.Column("price", "decimal(18,8)"), Rig.Column("qty", "int"));

        var result = RunLines(load, file, text);

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT \"price\", \"qty\" FROM t ORDER BY \"id\""),
            Is.EqualTo((string[])["0.00008260|1000", "2.00000000|5"]));
    }

    [TestCase("t.jsonl", "{\"id\":1,\"name\":\"a\"}\n{\"Id\":2,\"NAME\":\"b\"}\n")]
    [TestCase("t.csv", "ID,Name\n1,a\n2,b\n")]
    public void A_name_in_another_case_than_its_column_is_that_of_the_column(string file, string text)
    {
        var result = RunLines(Load(null, Rig.Column("id", "int"), Rig.Column("name", "nvarchar(10)")), file, text);

        Assert.That((result.Error, result.Counts.Rejected), Is.EqualTo(((PackageError?)null, 0L)));
        Assert.That(_rig.Query("SELECT \"id\", \"name\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1|a", "2|b"]));
    }

    [Test]
    public void A_number_that_does_not_fit_is_rejected_with_its_exponent_and_counted()
    {
        _rig.Rig.Write("t.csv", "id,price\n1,1e-9\n2,1e400\n3,1e0\n1.5e0,1\n");
        var load = Load(null, Rig.Column("id", "int"), Rig.Column("price", "decimal(18,8)"));
        load = load with
        {
            Source = load.Source! with { File = "t.csv" },
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        };

        var result = _rig.Rig.Run(load);

        Assert.That((result.Error, result.Counts.Rejected, result.Counts.Inserted),
            Is.EqualTo(((PackageError?)null, 3L, 1L)));
    }

    private PackageResult RunLines(ObjectDefinition load, string file, string text)
    {
        _rig.Rig.Write(file, text);
        _rig.Rig.Servers.Add(new Connection
        {
            Name = "Lines",
            Platform = Platform.Files,
            Folder = "in",
            Formats = new Dictionary<string, FileFormat>
            {
                ["jsonl"] = new() { Name = "jsonl", Style = FileStyle.Jsonl },
                ["csv"] = new() { Name = "csv" },
            },
        });
        return _rig.Rig.Run(load with
        {
            Source = new ObjectSource { Connection = "Lines", File = file, Format = Path.GetExtension(file)[1..] },
        });
    }

    private ObjectDefinition Load(Drift? drift, params ColumnDefinition[] columns)
    {
        var load = _rig.Load(
            new LoadOptions { Drift = drift is null ? Setting<Drift?>.Default(null) : Rig.Written(drift) }, columns);
        return load with { Source = load.Source! with { File = "s_*.csv" } };
    }
}
