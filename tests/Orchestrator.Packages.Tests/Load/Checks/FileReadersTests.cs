using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Checks;

namespace Orchestrator.Packages.Tests.Load.Checks;

/// <summary>Which loads, declared before one, may read a file of the same folder and name.</summary>
internal sealed class FileReadersTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        _rig.Objects.AddRange(
        [
            Reads("first", "in/a.csv"), Reads("pattern", "in/*.csv"), Reads("elsewhere", "out/a.csv"),
            Reads("other", "in/b.csv"), Reads("off", "in/a.csv") with { Enabled = false },
            Reads("statement", "in/a.csv") with { Kind = "sql" },
        ]);
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("in/a.csv", "first pattern")]
    [TestCase("IN/A.CSV", "first pattern")]
    [TestCase("in/c.csv", "pattern")]
    [TestCase("in/x*.csv", "first pattern other")]
    [TestCase("out/*.csv", "elsewhere")]
    [TestCase("a.csv", "")]
    public void A_file_is_held_against_those_of_its_name_and_patterns_of_its_folder(string file, string expected) =>
        Assert.That(Before(Asked(file)), Is.EqualTo(expected));

    [Test]
    public void Who_is_declared_later_is_not_among_them_and_nobody_is_held_against_itself()
    {
        var asked = Asked("in/a.csv");
        _rig.Objects.Add(Reads("late", "in/a.csv"));

        Assert.That(Before(asked), Is.EqualTo("first pattern"));
        Assert.That(Before(_rig.Objects[0]), Is.Empty);
    }

    private static ObjectDefinition Reads(string name, string file) =>
        Rig.Load(name) with { Source = new ObjectSource { Connection = "Files", File = file } };

    private ObjectDefinition Asked(string file)
    {
        var asked = Reads("asked", file);
        _rig.Objects.Add(asked);
        return asked;
    }

    private string Before(ObjectDefinition definition) =>
        string.Join(' ', FileReaders.Before(definition, _rig.Solution).Select(one => one.Name));
}
