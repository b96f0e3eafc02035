using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>JSON lines in which nothing is called like a column.</summary>
internal sealed class LostMembersTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void A_member_that_no_row_has_is_told_with_the_rows_it_is_NULL_in_and_what_is_there_instead()
    {
        _rig.Write("a.jsonl", """
            {"id":1,"fullName":"Ann","x":1}
            {"fullName":"Bo","id":2}

            """);

        Assert.That(Warnings(), Is.EqualTo((string[])
        [
            "no row of 'a.jsonl' has a member 'name': the column is NULL in 2 rows; no column takes 'fullName', 'x'",
        ]));
    }

    [TestCase("""{"id":1,"name":"Ann"}""", """{"id":2}""")]
    [TestCase("""{"id":1,"name":null}""", """{"id":2,"other":5}""")]
    [TestCase("""{"id":1}""", """{"id":2}""")]
    [TestCase("""{"id":1,"name":"Ann","more":1}""", """{"id":2,"more":1}""")]
    public void One_that_is_left_out_with_nothing_in_its_place_is_how_NULL_is_written(string one, string other)
    {
        _rig.Write("a.jsonl", $"{one}\n{other}\n");

        Assert.That(Warnings(), Is.Empty);
    }

    [Test]
    public void An_empty_file_lacks_nothing()
    {
        _rig.Write("a.jsonl", "");

        Assert.That(Warnings(), Is.Empty);
    }

    [TestCase("""{"id":2}""", null)]
    [TestCase("""{"id":2,"x":1}""", null)]
    [TestCase("""{"id":2,"Name":"Bo"}""", null)]
    [TestCase("""{"id":2,"called":"Bo"}""", "'called'")]
    public void Of_several_files_one_is_told_that_has_another_member_in_its_place(string row, string? instead)
    {
        _rig.Write("a.jsonl", """{"id":1,"name":"Ann","x":1}""");
        _rig.Write("b.jsonl", row);

        Assert.That(Warnings(), Is.EqualTo(instead is null ? (string[])[] :
        [
            $"no row of 'b.jsonl' has a member 'name': the column is NULL in 1 rows; no column takes {instead}",
        ]));
    }

    [Test]
    public void Of_a_hundred_files_and_members_the_first_are_named_and_none_where_values_are_hidden()
    {
        for (var i = 100; i < 200; i++)
        {
            var members = Enumerable.Range(0, i).Select(n => $",\"m{n}\":1");
            _rig.Write($"{i}.jsonl", "{\"id\":1" + string.Concat(members) + "}");
        }

        Assert.That(Warnings(), Is.EqualTo((string[])
        [
            "no row of '100.jsonl', '101.jsonl', '102.jsonl' and 97 more has a member 'name': the column is NULL in "
            + "100 rows; no column takes 'm0', 'm1', 'm2' and 13 more",
        ]));
        Assert.That(Warnings(isSensitive: true), Has.Count.EqualTo(1).And.All.Not.Contain("m0"));
    }

    private IReadOnlyList<string> Warnings(bool isSensitive = false)
    {
        _rig.Servers.Clear();
        _rig.Servers.Add(new Connection
        {
            Name = "Lines",
            Platform = Platform.Files,
            Folder = "in",
            Formats = new Dictionary<string, FileFormat>
            {
                ["lines"] = new() { Name = "lines", Style = FileStyle.Jsonl },
            },
        });
        var name = Rig.Column("name") with { Sensitive = isSensitive };
        var result = _rig.Run(Rig.Load("t", Rig.Column("id", "int"), name) with
        {
            Source = new ObjectSource { Connection = "Lines", File = "*.jsonl", Format = "lines" },
        });
        Assert.That(result.Error?.Message, Is.Null);
        return result.Warnings;
    }
}
