using System.CommandLine;
using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Import;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Cli.Solutions;

/// <summary>`init [DIR]`: a small solution that runs, or one of a database; it never overwrites.</summary>
internal static class InitVerb
{
    private static readonly Argument<string?> Folder =
        Verb.Optional("DIR", "Folder to write into [default: the current one]");

    private static readonly Option<string> From = CommonOptions.Text(
        "--from", "CONN", "Instead of the sample: load every table of this database; '${env:NAME}' or "
            + "'${secret:NAME}' with a connection string, or one without a password");

    private static readonly Option<string> Plugin = CommonOptions.Text(
        "--plugin", "NAME", "Instead of the sample: a solution with a plug-in of that name in C#, and its test");

    public static Verb Create() => new("init", "Write a small solution that runs, with sample data", Run)
    {
        Takes = [Folder, From, Plugin],
        Examples = ["init", "init my-solution", "init shop --from '${env:SHOP_DATABASE}'",
            "init flows --plugin Acme.Flows"],
    };

    private static int Run(Call call)
    {
        if (call.Text(Plugin).Value is { } plugin)
        {
            return WithPlugin(call, call.Folder(Folder) ?? Path.Combine(call.SolutionFolder, plugin), plugin);
        }

        var folder = call.Folder(Folder) ?? call.SolutionFolder;
        return call.Text(From).Value is { } reference ? FromDatabase(call, folder, reference) : Sample(call, folder);
    }

    private static int Sample(Call call, string folder)
    {
        var files = Template.Files(Name(folder)).Select(file => new ImportFile(file.Path, file.Text)).ToArray();
        Report(call, folder, WriteAll(call, folder, files), null, "validate", "run");
        return ExitCode.Done;
    }

    private static int WithPlugin(Call call, string folder, string name)
    {
        if (call.Text(From).Value is not null)
        {
            throw new UsageException("--from and --plugin were given", "each of them says what is written: keep one");
        }

        PluginName.Refuse(name);
        var files = PluginTemplate.Files(name).Select(file => new ImportFile(file.Path, file.Text)).ToArray();
        RefuseExisting(folder, files.Select(file => file.Path));
        PluginTemplate.CopyContract(folder);
        Report(call, folder, WriteAll(call, folder, files),
            $"dotnet publish {ShellWord.Quoted(Path.Combine(folder, "plugin"))} "
            + $"-o {ShellWord.Quoted(Path.Combine(folder, Metadata.Model.Plugin.Folder))}",
            "plugins pin", "run --allow plugins");
        return ExitCode.Done;
    }

    private static int FromDatabase(Call call, string folder, string reference)
    {
        RefuseExisting(folder, ["solution.yaml"]);
        if (InitFrom.Read(call, folder, Name(folder), reference) is not { } read)
        {
            return ExitCode.Unreachable;
        }

        var inFolder = call.In(folder);
        ImportReport.Write(call, new ImportResult
        {
            Content = read.Content,
            Written = WriteAll(call, folder, read.Files),
            Unchanged = [],
            Different = [],
            LeftOut = read.Import.LeftOut,
            Circles = read.Import.Circles,
        }, $"next: {NextCommands.Line(inFolder, "plan")}", $"next: {NextCommands.Line(inFolder, "run")}");
        return ExitCode.Done;
    }

    private static string[] WriteAll(Call call, string folder, IReadOnlyList<ImportFile> files)
    {
        RefuseExisting(folder, files.Select(file => file.Path));
        return [.. files.Where(file => Write(call, folder, file.Path, file.Text)).Select(file => file.Path)];
    }

    private static void RefuseExisting(string folder, IEnumerable<string> paths)
    {
        var there = paths.Where(path => path != Template.Ignore && File.Exists(Path.Combine(folder, path))).ToArray();
        if (there.Length > 0)
        {
            throw new UsageException($"{folder} holds already: {string.Join(", ", there)}",
                "nothing was written: move them away, or give another folder");
        }
    }

    private static bool Write(Call call, string folder, string path, string text)
    {
        var file = Path.Combine(folder, path);
        if (File.Exists(file))
        {
            call.Say($"{path} is there already and stays as it is: see to it that it lists .orchestrator/");
            return false;
        }

        WholeFile.Write(file, text);
        return true;
    }

    private static void Report(Call call, string folder, string[] written, string? build, params string[] next)
    {
        var inFolder = call.In(folder);
        call.Write(
            () => new { schema_version = Json.SchemaVersion, folder, written },
            () =>
            [
                .. written.Select(path => (Line)$"wrote {path}"),
                .. build is null ? Array.Empty<Line>() : [$"next: {build}"],
                .. next.Select(verb => (Line)$"next: {NextCommands.Line(inFolder, verb)}"),
            ]);
    }

    /// <summary>The folder's name as far as it is a name.</summary>
    private static string Name(string folder)
    {
        var name = new string([.. Path.GetFileName(Path.TrimEndingDirectorySeparator(folder))
            .Where(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-')]);
        return name.Length > 0 && char.IsAsciiLetter(name[0]) ? name : "MySolution";
    }
}
