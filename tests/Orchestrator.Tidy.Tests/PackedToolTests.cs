using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace Orchestrator.Tidy.Tests;

/// <summary>What is given away of the tool, and what a restore fetches for that, as the build itself says it.</summary>
internal sealed class PackedToolTests
{
    private const string Tool = "runners/Orchestrator.Cli/Orchestrator.Cli.csproj";

    // Elsewhere the compiler for it does not run, and there is the package for any platform alone.
    private static readonly bool IsCompiler =
        OperatingSystem.IsLinux() && RuntimeInformation.OSArchitecture == Architecture.X64;

    [TestCase("-p:_IsPacking=true -p:RuntimeIdentifier=linux-x64", "true")]
    [TestCase("-p:_IsPublishing=true -p:RuntimeIdentifier=linux-x64", "true")]
    [TestCase("-p:_IsPacking=true", "")]
    [TestCase("-p:_IsPacking=true -p:RuntimeIdentifier=any", "")]
    [TestCase("-p:_IsPublishing=true -p:RuntimeIdentifier=win-x64", "")]
    [TestCase("", "")]
    public void The_tool_for_linux_is_compiled_ahead_and_no_other(string how, string isAhead) =>
        Assert.That(Property("CompilesAhead", how), Is.EqualTo(IsCompiler ? isAhead : ""));

    [Test]
    public void A_package_is_made_for_linux_and_for_any_platform() => Assert.That(
        Property("RuntimeIdentifiers", "-p:_IsPacking=true"), Is.EqualTo(IsCompiler ? "linux-x64;any" : ""));

    // Else a pack compiles all that the tool refers to once more for each of them.
    [TestCase("engine/Orchestrator.Core/Orchestrator.Core.csproj", "true")]
    [TestCase("runners/Orchestrator.Service/Orchestrator.Service.csproj", "true")]
    [TestCase(Tool, "false")]
    public void Only_the_tool_itself_is_compiled_for_each_platform(string project, string isForAll) =>
        Assert.That(Property("IsRidAgnostic", "-p:_IsPacking=true", project), Is.EqualTo(isForAll));

    // Else a pack warns that there is none.
    [Test]
    public void A_package_has_the_readme()
    {
        var readme = Property("PackageReadmeFile", "-p:_IsPacking=true");

        Assert.That(readme, Is.EqualTo("README.md"));
        Assert.That(
            File.ReadAllText(Path.Combine(Repository.Root, Tool)),
            Does.Contain($"<None Include=\"../../{readme}\" Pack=\"true\""));
        Assert.That(Path.Combine(Repository.Root, readme), Does.Exist);
    }

    [Test]
    public void A_restore_brings_no_runtime()
    {
        var projects = Directory.GetFiles(
            Path.Combine(Repository.Root, "artifacts", "obj"), "project.assets.json", SearchOption.AllDirectories);

        var brought = projects.SelectMany(Downloads).Where(name => name.Contains(".App.Runtime.")).Distinct();

        Assert.That(projects, Is.Not.Empty);
        Assert.That(brought, Is.Empty);
    }

    // The build of these tests may have been told otherwise, and has set variables of its own.
    private static string Property(string name, string how, string project = Tool)
    {
        var start = new ProcessStartInfo("dotnet",
            ["msbuild", Path.Combine(Repository.Root, project), $"-getProperty:{name}", "-p:Configuration=Release",
                "-nodeReuse:false", .. how.Split(' ', StringSplitOptions.RemoveEmptyEntries)])
        {
            RedirectStandardOutput = true,
        };
        foreach (var set in start.Environment.Keys.Where(key => key == "CompiledAhead"
            || key.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase)).ToArray())
        {
            start.Environment.Remove(set);
        }

        using var build = Process.Start(start)!;
        var said = build.StandardOutput.ReadToEnd().Trim();
        build.WaitForExit();
        Assert.That(build.ExitCode, Is.Zero, said);
        return said;
    }

    private static string[] Downloads(string assets)
    {
        using var stream = File.OpenRead(assets);
        using var document = JsonDocument.Parse(stream);
        return [.. document.RootElement.GetProperty("project").GetProperty("frameworks").EnumerateObject()
            .Where(framework => framework.Value.TryGetProperty("downloadDependencies", out _))
            .SelectMany(framework => framework.Value.GetProperty("downloadDependencies").EnumerateArray())
            .Select(each => each.GetProperty("name").GetString()!)];
    }
}
