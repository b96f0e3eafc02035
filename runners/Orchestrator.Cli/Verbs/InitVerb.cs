using System.CommandLine;
using System.Text;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;

namespace Orchestrator.Cli.Verbs;

/// <summary>`init [DIR]`: a small solution that runs; it never overwrites.</summary>
internal static class InitVerb
{
    private static readonly Argument<string?> Folder =
        Verb.Optional("DIR", "Folder to write into [default: the current one]");

    public static Verb Create() => new("init", "Write a small solution that runs, with sample data", Run)
    {
        Takes = [Folder],
        Examples = ["init", "init my-solution"],
    };

    private static int Run(Call call)
    {
        var folder = call.Folder(Folder) ?? call.SolutionFolder;
        var files = Template.Files(Name(folder)).ToArray();
        var there = files.Where(file => File.Exists(Path.Combine(folder, file.Path)) && file.Path != Template.Ignore)
            .Select(file => file.Path).ToArray();
        if (there.Length > 0)
        {
            throw new UsageException($"{folder} holds already: {string.Join(", ", there)}",
                "nothing was written: move them away, or give another folder");
        }

        var written = files.Where(file => Write(call, folder, file.Path, file.Text))
            .Select(file => file.Path).ToArray();
        Report(call, folder, written);
        return ExitCode.Done;
    }

    private static bool Write(Call call, string folder, string path, string text)
    {
        var file = Path.Combine(folder, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        if (File.Exists(file))
        {
            call.Say($"{path} is there already and stays as it is: see to it that it lists .orchestrator/");
            return false;
        }

        // CreateNew: what somebody wrote meanwhile is not overwritten either.
        using var stream = new FileStream(file, FileMode.CreateNew, FileAccess.Write);
        stream.Write(Encoding.UTF8.GetBytes(text));
        return true;
    }

    private static void Report(Call call, string folder, string[] written)
    {
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(new { schema_version = Json.SchemaVersion, folder, written }));
            return;
        }

        call.Results.Write(written.Select(path => (Line)$"wrote {path}"));
        var inFolder = call.In(folder);
        call.Results.Write($"next: {NextCommands.Line(inFolder, "validate")}");
        call.Results.Write($"next: {NextCommands.Line(inFolder, "run")}");
    }

    /// <summary>The folder's name as far as it is a name.</summary>
    private static string Name(string folder)
    {
        var name = new string([.. Path.GetFileName(Path.TrimEndingDirectorySeparator(folder))
            .Where(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-')]);
        return name.Length > 0 && char.IsAsciiLetter(name[0]) ? name : "MySolution";
    }
}
