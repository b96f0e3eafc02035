using Orchestrator.Cli.Output;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Cli.Tests.Output;

internal sealed class StartedAsTests
{
    [Test]
    public void A_command_on_the_path_is_called_by_its_name()
    {
        using var folder = new TemporaryFolder();
        var executable = folder.Write("bin/orchestrator", "");

        var command = StartedAs.Command(executable, Path.GetDirectoryName(executable));

        Assert.That(command, Is.EqualTo("orchestrator"));
    }

    [Test]
    public void A_command_elsewhere_is_called_by_its_path_quoted_where_needed()
    {
        using var folder = new TemporaryFolder();
        var executable = folder.Write("my bin/orchestrator", "");

        var command = StartedAs.Command(executable, "/nowhere");

        Assert.That(command, Is.EqualTo(OperatingSystem.IsWindows() ? $"\"{executable}\"" : $"'{executable}'"));
    }

    [Test]
    public void A_tool_in_a_folder_of_its_own_is_called_by_the_link_to_it()
    {
        RunningCommand.OnLinuxOnly();
        using var folder = new TemporaryFolder();
        var executable = folder.Write("tools/.store/orchestrator.cli/1/linux-x64/orchestrator", "");
        var link = Path.Combine(folder.Path, "tools", "orchestrator");
        File.CreateSymbolicLink(link, executable);

        Assert.That(StartedAs.Command(executable, "/nowhere"), Is.EqualTo(link));
    }

    // The line of the readme asks the build each time, which takes longer than most commands.
    [Test]
    public void What_dotnet_run_built_is_called_by_its_path()
    {
        using var folder = new TemporaryFolder();
        folder.Write("runners/Orchestrator.Cli/Orchestrator.Cli.csproj", "");
        var executable = folder.Write("artifacts/bin/Orchestrator.Cli/release/orchestrator", "");

        Assert.That(StartedAs.Command(executable, "/nowhere"), Is.EqualTo(ShellWord.Quoted(executable)));
    }

    [TestCase("a b", "'a b'")]
    [TestCase("it's", "'it'\\''s'")]
    [TestCase("$(x)", "'$(x)'")]
    [TestCase("/plain/path-1.db", "/plain/path-1.db")]
    [TestCase("~ann/x", "'~ann/x'")]
    [TestCase("", "''")]
    public void Arguments_are_quoted_as_a_shell_reads_them(string argument, string expected)
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Ignore("quotes of POSIX shells");
        }

        Assert.That(ShellWord.Quoted(argument), Is.EqualTo(expected));
    }
}
