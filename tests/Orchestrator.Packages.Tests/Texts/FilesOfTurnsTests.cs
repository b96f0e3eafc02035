using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Texts;

/// <summary>Files that turns of a loop name: each was judged where the object of the turn was made.</summary>
internal sealed class FilesOfTurnsTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void One_that_was_found_in_a_folder_is_loaded()
    {
        Directory.CreateDirectory(Path.Combine(_rig.Inbox, "new"));
        _rig.Write("new/a.csv", "Id\n1\n");

        var result = Loaded("new/a.csv", "${var:File}", isOfTurn: true);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("SELECT Id FROM t"), Is.EqualTo((string[])["1"]));
    }

    [Test]
    public void What_a_package_has_found_is_a_piece_of_a_name_as_ever() =>
        Assert.That(Loaded("new/a.csv", "${var:File}", isOfTurn: false).Error?.Code, Is.EqualTo("ORC3628"));

    private PackageResult Loaded(string file, string written, bool isOfTurn)
    {
        var type = Rig.Type("nvarchar(400)");
        Assert.That(TypedValue.TryParse(type, file, out var value, out _), Is.True);
        Assert.That(RunValueType.TryOf(type, out var kept, out _), Is.True);
        Assert.That(RunValue.TryMake(kept!, [[file]], out var given, out _), Is.True);
        var load = Rig.Load("t", Rig.Column("Id", "int"));
        var turn = new InstanceTurn("Per", "a", [new InstanceValue("File", type, value)]);
        return PackageKinds.All["load"].Run(_rig.Context(load with
        {
            Source = load.Source! with { File = isOfTurn ? file : written, FileAsWritten = written },
            Instance = isOfTurn ? new Instance("t", [turn]) : null,
        }) with
        {
            Given = new Dictionary<string, RunValue> { ["File"] = given! },
        });
    }
}
