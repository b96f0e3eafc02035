using Orchestrator.Cli.Imports;
using Orchestrator.Import;
using Orchestrator.Import.Ssis;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Ssis.Estates;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;
using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>A package at which the import itself fails is left to a person, and the others are imported.</summary>
internal sealed class ImportMistakeTests
{
    [Test]
    public void A_package_that_translating_fails_at_is_open_as_a_whole_and_the_others_are_not()
    {
        using var folder = new TemporaryFolder();
        folder.Write("Bad.dtsx", Of(Sql("Odd", "EXEC dbo.One ?", Parameter("0", "User::Day")) + Sql("Other", "EXEC b"))
            .Replace("\"Nightly\"", "\"Bad\"", StringComparison.Ordinal));
        folder.Write("Good.dtsx", Of(Sql("Work", "EXEC dbo.Two"))
            .Replace("\"Nightly\"", "\"Good\"", StringComparison.Ordinal));
        var estate = Spoiled(EstateFolders.Read([folder.Path], ReadingBounds.Default));

        var import = SsisImport.Of(estate, "made", null, files => SsisCheck.Of(files, _ => null));

        var bad = import.Dispositions.Single(each => each.Package.Name == "Bad").All;
        Assert.That(bad.Select(each => each.Path), Is.EqualTo(new[] { @"Package\Odd", @"Package\Other" }));
        Assert.That(bad.Select(each => each.Open?.Code), Has.All.EqualTo("ORC6036"));
        Assert.That(import.Dispositions.Single(each => each.Package.Name == "Good").All.Single().Kind,
            Is.EqualTo(DispositionKind.Mapped));
        Assert.That(import.Files.Select(each => each.Text), Has.Some.Contains("code: ORC6036"));
        Assert.That(import.Refused, Is.Empty);
    }

    [Test]
    public void A_package_whose_files_cannot_be_written_is_open_as_a_whole_and_the_others_are_not()
    {
        using var folder = new TemporaryFolder();
        foreach (var name in (string[])["Bad", "Good"])
        {
            folder.Write($"{name}.dtsx", Of(Sql("Odd", $"EXEC dbo.{name}"))
                .Replace("\"Nightly\"", $"\"{name}\"", StringComparison.Ordinal));
        }

        var estate = Changed(EstateFolders.Read([folder.Path], ReadingBounds.Default), task => task with
        {
            Sql = task.Sql! with { Statement = "EXEC dbo.Half '\uD800'" },
        });

        var import = SsisImport.Of(estate, "made", null, files => SsisCheck.Of(files, _ => null));

        Assert.That(import.Dispositions.Single(each => each.Package.Name == "Bad").All.Select(each => each.Open?.Code),
            Is.EqualTo(new[] { "ORC6036" }));
        Assert.That(import.Dispositions.Single(each => each.Package.Name == "Good").All.Single().Kind,
            Is.EqualTo(DispositionKind.Mapped));
        Assert.That(import.Files.Select(each => each.Text), Has.None.Contains("\uD800"));
    }

    [Test]
    public void A_package_that_the_check_itself_fails_at_is_open_as_a_whole_and_the_others_are_not()
    {
        using var folder = new TemporaryFolder();
        foreach (var name in (string[])["Bad", "Good"])
        {
            folder.Write($"{name}.dtsx", Of(Sql("Work", $"EXEC dbo.{name}"))
                .Replace("\"Nightly\"", $"\"{name}\"", StringComparison.Ordinal));
        }

        var import = SsisImport.Of(EstateFolders.Read([folder.Path], ReadingBounds.Default), "made", null, files =>
            files.Any(each => each.Text.Contains("EXEC dbo.Bad", StringComparison.Ordinal))
                ? throw new InvalidOperationException("no") : SsisCheck.Of(files, _ => null));

        Assert.That(import.Dispositions.Single(each => each.Package.Name == "Bad").All.Select(each => each.Open?.Code),
            Is.EqualTo(new[] { "ORC6036" }));
        Assert.That(import.Dispositions.Single(each => each.Package.Name == "Good").All.Single().Kind,
            Is.EqualTo(DispositionKind.Mapped));
        Assert.That(import.Refused, Is.Empty);
    }

    [TestCase("<a/>")]
    [TestCase("no XML")]
    [TestCase("")]
    public void Packages_of_which_nothing_comes_are_told_and_nothing_is_written(string text)
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", text.Length > 0 ? text : Of(""));

        var said = solution.Import();

        Assert.That(said.ExitCode, Is.EqualTo(1), said.Out);
        Assert.That(said.Error, Does.Contain("nothing is written"));
        Assert.That(said.Out, Does.Not.Contain("next:"));
        Assert.That(solution.Has(""), Is.False);
    }

    [Test]
    public void A_file_that_cannot_be_written_is_refused_by_its_place()
    {
        var found = SsisCheck.Of([new ImportFile("projects/One/objects/Work.yaml", "object: \uD800")], _ => null);

        Assert.That(found.Select(each => (each.Code, each.At.File)),
            Is.EqualTo(new[] { ("ORC6036", "projects/One/objects/Work.yaml") }));
    }

    [Test]
    public void What_is_checked_is_the_metadata_and_what_lies_beside_is_made_when_it_is_written()
    {
        using var folder = new TemporaryFolder();
        folder.Write("Nightly.dtsx", PackageCases.All["script"].Text);
        var seen = new List<string>();

        var import = SsisImport.Of(
            EstateFolders.Read([folder.Path], ReadingBounds.Default), "made", null, files =>
            {
                seen.AddRange(files.Select(each => each.Path));
                return SsisCheck.Of(files, _ => null);
            });

        Assert.That(seen, Has.None.Match("^ssis/"));
        Assert.That(import.Files.Select(each => each.Path), Has.Member("ssis/Nightly/package.json"));
    }

    [Test]
    public void What_follows_from_a_refusal_is_asked_of_its_own_batches_and_then_of_all()
    {
        using var folder = new TemporaryFolder();
        foreach (var name in (string[])["One", "Two"])
        {
            folder.Write($"{name}.dtsx", Of(Sql("Work", $"EXEC dbo.{name}"))
                .Replace("\"Nightly\"", $"\"{name}\"", StringComparison.Ordinal));
        }

        var asked = new List<string[]>();

        var import = SsisImport.Of(
            EstateFolders.Read([folder.Path], ReadingBounds.Default), "made", null, files =>
            {
                asked.Add([.. files.Select(each => each.Path)]);
                return asked.Count > 1 ? [] :
                [
                    new Diagnostic("ORC1302", Severity.Error, new Origin("projects/One/objects/Work.yaml", 1, 1), "no"),
                ];
            });

        Assert.That(asked, Has.Count.EqualTo(3));
        Assert.That(asked[1], Has.Member("solution.yaml").And.Member("connections/Target.yaml")
            .And.Member("batches/One.yaml").And.Member("projects/One/objects/Work.yaml"));
        Assert.That(asked[1], Has.None.Contains("Two"));
        Assert.That(asked[2], Is.EqualTo(asked[0]).And.Member("projects/Two/objects/Work.yaml"));
        Assert.That(import.All.Select(each => each.Open?.Code).OfType<string>(), Is.EqualTo(new[] { "ORC6089" }));
    }

    // No file is read so: a parameter without the name of a variable.
    private static SsisEstate Spoiled(SsisEstate estate) => Changed(estate, Spoiled);

    private static SsisEstate Changed(SsisEstate estate, Func<SsisExecutable, SsisExecutable> change) => estate with
    {
        Projects = [.. estate.Projects.Select(project => project with
        {
            Packages = [.. project.Packages.Select(package => package.Name != "Bad" ? package : package with
            {
                Root = package.Root with { Children = [.. package.Root.Children.Select(change)] },
            })],
        })],
    };

    private static SsisExecutable Spoiled(SsisExecutable task) => task.Name != "Odd" ? task : task with
    {
        Sql = task.Sql! with
        {
            Parameters = [.. task.Sql.Parameters.Select(each => each with { Variable = null! })],
        },
    };
}
