using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>What objects of kind file do, as written.</summary>
internal sealed class FileTaskTests
{
    [Test]
    public void An_object_says_what_is_done_with_which_files_of_which_folders()
    {
        var one = Load("{move: \"in/${var:Day}*.csv\", to: \"done/${env:PLACE:-here}\", toConnection: Other, "
            + "existing: keep, onNone: skip}").Solution!.Projects[0].Objects[0];

        var task = one.FileTask!;
        Assert.That((task.Action, task.Move, task.Files), Is.EqualTo(
            (FileAction.Move, "in/${var:Day}*.csv", "in/2026-01-31*.csv")));
        Assert.That((task.To, task.Folder), Is.EqualTo(("done/${env:PLACE:-here}", "done/here")));
        Assert.That((task.Connection, task.ToConnection, task.Existing, task.OnNone), Is.EqualTo(
            ("Files", "Other", ExistingFile.Keep, NoFiles.Skip)));
        Assert.That((one.WritesTarget, task.Said), Is.EqualTo((false, "move in/${var:Day}*.csv in Files")));
    }

    [TestCase("{copy: a.csv, to: b}")]
    [TestCase("{copy: \"a?.csv\", toConnection: Other}")]
    [TestCase("{move: a.csv, name: b.csv}")]
    [TestCase("{move: in/a.csv, name: b.csv, to: in}")]
    [TestCase("{delete: \"a:b*.csv\", onNone: skip}")]
    [TestCase("{makeFolder: a/b/, connection: Other}")]
    [TestCase("{waitFor: \"*.csv\", timeout: 10m, stableFor: 30s}")]
    [TestCase("{zip: \"*.csv\", name: all.zip}")]
    [TestCase("{unzip: \"*.zip\"}")]
    public void What_can_be_done_is_taken(string keys) => Assert.That(Load(keys).Diagnostics, Is.Empty);

    [TestCase("{to: b}", "ORC1041")]
    [TestCase("{copy: a, move: b, to: c}", "ORC1041")]
    [TestCase("{copy: a, to: b, shell: x}", "ORC1010")]
    [TestCase("{copy: a, to: b, existing: overwrite}", "ORC1013")]
    [TestCase("{waitFor: a, timeout: soon}", "ORC1015")]
    [TestCase("{copy: a, to: b, connection: Nix}", "ORC1021")]
    [TestCase("{copy: ../a, to: b}", "ORC1032")]
    [TestCase("{copy: /a, to: b}", "ORC1032")]
    [TestCase("{copy: \"a\\\\b\", to: b}", "ORC1032")]
    [TestCase("{copy: a, to: b/../../c}", "ORC1032")]
    [TestCase("{copy: a, to: .}", "ORC1032")]
    [TestCase("{makeFolder: \"${var:Up}\"}", "ORC1032")]
    [TestCase("{delete: a, to: b}", "ORC1038")]
    [TestCase("{copy: a, to: b, timeout: 5m}", "ORC1038")]
    [TestCase("{makeFolder: a, onNone: skip}", "ORC1038")]
    [TestCase("{unzip: a.zip, name: b}", "ORC1038")]
    [TestCase("{copy: \"${var:Nix}\", to: b}", "ORC1063")]
    [TestCase("{copy: \"${secret:Nix}\", to: b}", "ORC1034")]
    [TestCase("{copy: a, to: b, connection: Dwh}", "ORC1120")]
    [TestCase("{copy: a, to: b, toConnection: Dwh}", "ORC1120")]
    [TestCase("{copy: a, to: \"b:c\"}", "ORC1121")]
    [TestCase("{makeFolder: \"a*\"}", "ORC1121")]
    [TestCase("{move: a, name: NUL.csv}", "ORC1121")]
    [TestCase("{move: a, name: b/c}", "ORC1121")]
    [TestCase("{copy: a}", "ORC1122")]
    [TestCase("{copy: in/a, to: in/}", "ORC1122")]
    [TestCase("{move: a, name: a}", "ORC1122")]
    [TestCase("{copy: a, toConnection: Files}", "ORC1122")]
    [TestCase("{copy: \"i*/a\", to: b}", "ORC1122")]
    [TestCase("{move: \"*.csv\", name: b.csv}", "ORC1122")]
    [TestCase("{zip: \"*.csv\", to: b}", "ORC1122")]
    [TestCase("{zip: \"*\", name: all.zip}", "ORC1122")]
    public void What_cannot_be_done_is_one_diagnostic(string keys, string code) =>
        Assert.That(Load(keys).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));

    [Test]
    public void Without_a_folder_of_files_the_project_does_not_say_where_it_works()
    {
        Assert.That(Load("{copy: a, to: b}", source: "ordering: levels").Diagnostics.Select(one => one.Code),
            Is.EqualTo(new[] { "ORC1120" }));
        Assert.That(Load("{copy: a, to: b, connection: Other}", source: "ordering: levels").Diagnostics, Is.Empty);
    }

    [TestCase("{object: a, kind: file}")]
    [TestCase("{object: a, kind: file, target: {name: t}, file: {delete: b}}")]
    [TestCase("{object: a, kind: file, sql: x, file: {delete: b}}")]
    [TestCase("{object: a, kind: file, idempotent: true, file: {delete: b}}")]
    [TestCase("{object: a, kind: sql, sql: x, file: {delete: b}}")]
    public void Keys_of_other_kinds_do_nothing(string one) =>
        Assert.That(LoadObject(one, "source: Files").Diagnostics.Select(found => found.Code),
            Is.EqualTo(new[] { "ORC1041" }));

    private static LoadedSolution Load(string keys, string source = "source: Files") =>
        LoadObject($"{{object: a, kind: file, file: {keys}}}", source);

    private static LoadedSolution LoadObject(string one, string source)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            variables:
              - {variable: Day, dataType: date, default: "2026-01-31"}
              - {variable: Up, dataType: varchar(10), default: "../a"}
            connections:
              - {connection: Files, platform: Files, folder: in}
              - {connection: Other, platform: Files, folder: out}
              - {connection: Dwh, platform: Sqlite}
            projects:
              - project: Staging
                {{source}}
                target: Dwh
                objects: [{{one}}]
            """);
        return SolutionLoader.Load(folder.Path);
    }
}
