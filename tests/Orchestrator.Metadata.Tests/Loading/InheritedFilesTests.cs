using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>`inherit` of a project whose objects are the files of a folder.</summary>
internal sealed class InheritedFilesTests
{
    private const string Solution = """
        formatVersion: 1
        solution: S
        connections:
          - {connection: Files, platform: Files, folder: data}
          - {connection: Raw, platform: Sqlite, stage: LND}
          - {connection: Source, platform: Sqlite, stage: SRC}
          - {connection: Staging, platform: Sqlite, stage: STG}
        batches:
          - {batch: Nightly, projects: [Raw, Source, Staging]}
        projects:
          - {project: Raw, source: Files, target: Raw, objects: "*"}
          - {project: Source, inherit: Raw, target: Source}
          - {project: Staging, inherit: Source, target: Staging}

        """;

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Before() => _folder = new TemporaryFolder();

    [TearDown]
    public void After() => _folder.Dispose();

    [Test]
    public void All_files_go_through_all_stages()
    {
        var loaded = Load(Solution, "a.csv", "b.csv");

        Assert.That(loaded.Diagnostics, Is.Empty, DiagnosticText.FormatAll(loaded.Diagnostics));
        Assert.That(Objects(loaded), Is.EqualTo((string[])
            ["Raw/a", "Raw/b", "Source/a", "Source/b", "Staging/a", "Staging/b"]));
        var last = loaded.Solution!.Projects[2].Objects[1];
        Assert.That((last.InheritedFrom, last.Source!.Connection, last.Source.Name),
            Is.EqualTo(("Source/b", "Source", "b")));
    }

    [TestCase("Raw", "source: {file: a.csv}")]
    [TestCase("Source", "tags: [own]")]
    public void An_object_of_its_own_takes_no_other_away(string project, string keys)
    {
        _folder.Write($"projects/{project}/objects/a.yaml", $"object: a\n{keys}\n");

        var loaded = Load(Solution, "a.csv", "b.csv");

        Assert.That(loaded.Diagnostics, Is.Empty, DiagnosticText.FormatAll(loaded.Diagnostics));
        Assert.That(Objects(loaded), Is.EquivalentTo((string[])
            ["Raw/a", "Raw/b", "Source/a", "Source/b", "Staging/a", "Staging/b"]));
    }

    [Test]
    public void Containers_are_repeated_with_the_files_in_them()
    {
        var loaded = Load(Solution.Replace("objects: \"*\"", """
            objects: "*", containers: [{container: First, members: ["a*"]}, {container: Rest, level: 20, default: true}]
            """.Trim(), StringComparison.Ordinal), "a.csv", "b.csv");

        Assert.That(loaded.Diagnostics, Is.Empty, DiagnosticText.FormatAll(loaded.Diagnostics));
        Assert.That(loaded.Solution!.Projects[2].Objects.Select(one => $"{one.Name} {one.Container}"),
            Is.EqualTo((string[])["a First", "b Rest"]));
    }

    [Test]
    public void The_plan_has_each_of_them_and_another_file_is_another_plan()
    {
        var one = Plan(Load(Solution, "a.csv"));
        var two = Plan(Load(Solution, "a.csv", "b.csv"));

        Assert.That(two.Document!.Nodes.Select(node => node.Name), Does.Contain("Staging/b"));
        Assert.That(two.Plan!.Hash, Is.Not.EqualTo(one.Plan!.Hash));
    }

    [Test]
    public void Where_no_file_is_there_that_alone_is_said()
    {
        var loaded = Load(Solution);

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1031"]),
            DiagnosticText.FormatAll(loaded.Diagnostics));
    }

    [TestCase("inherit: Raw, target: Source", "source: Raw, target: Source", "ORC1029")]
    [TestCase("inherit: Raw, target: Source", "source: Raw, target: Source, objects: \"*\"", "ORC1038")]
    [TestCase("inherit: Raw, target: Source", "inherit: Raw, target: Source, objects: \"*\"", "ORC1038")]
    public void Who_has_no_objects_of_a_stage_is_told_to_inherit(string written, string instead, string code)
    {
        var loaded = Load(Solution.Replace(written, instead, StringComparison.Ordinal), "a.csv");

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])[code]),
            DiagnosticText.FormatAll(loaded.Diagnostics));
        Assert.That(loaded.Diagnostics[0].Hint, Does.Contain("`inherit: Raw`").And.Not.Contain("objects: \"*\""));
    }

    [TestCase("inherits: Raw")]
    [TestCase("source: Raw, object: \"*\"")]
    public void What_follows_of_a_key_that_is_not_known_is_not_said(string written)
    {
        var loaded = Load(Solution.Replace("inherit: Raw", written, StringComparison.Ordinal), "a.csv");

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1010"]),
            DiagnosticText.FormatAll(loaded.Diagnostics));
    }

    private LoadedSolution Load(string solution, params string[] files)
    {
        _folder.Write("solution.yaml", solution);
        return SolutionLoader.Load(_folder.Path, null, new SolutionLoadOptions
        {
            Listing = new SourceListing { Files = _ => files },
        });
    }

    private static string[] Objects(LoadedSolution loaded) =>
        [.. loaded.Solution!.Projects.SelectMany(project => project.Objects).Select(one => one.FullName)];

    private static CompiledPlan Plan(LoadedSolution loaded) =>
        Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []);
}
