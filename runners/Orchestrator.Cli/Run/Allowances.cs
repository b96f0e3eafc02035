using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Flows;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Run;

/// <summary>What whoever starts a run allows its packages, with `--allow`.</summary>
internal static class Allowances
{
    /// <summary>To start programs.</summary>
    public const string Process = "process";

    /// <summary>To run code of plug-ins.</summary>
    public const string Plugins = "plugins";

    /// <summary>To run values as statements.</summary>
    public const string Statements = "sql-text";

    /// <summary>Whether it is allowed.</summary>
    /// <exception cref="UsageException">Something is that there is not.</exception>
    public static bool Has(Call call, string what)
    {
        var (text, from) = call.Text(RunVerb.Allow);
        var words = text?.Split(',', StringSplitOptions.TrimEntries) ?? [];
        return Array.TrueForAll(words, word => word is Process or Plugins or Statements) ? words.Contains(what)
            : throw new UsageException($"expected {from} to be process, plugins, sql-text or several of them "
                + $"(process,plugins), got: '{text}'");
    }

    /// <summary>All that is allowed.</summary>
    /// <exception cref="UsageException">Something is that there is not.</exception>
    public static IReadOnlySet<PermissionKind> Kinds(Call call) => new[]
    {
        (Kind: PermissionKind.Process, Word: Process), (Kind: PermissionKind.Plugin, Word: Plugins),
        (Kind: PermissionKind.SqlText, Word: Statements),
    }.Where(each => Has(call, each.Word)).Select(each => each.Kind).ToHashSet();

    /// <summary>Said before anything runs, instead of in the middle of the night.</summary>
    /// <exception cref="UsageException">A package needs what is not allowed, or a plug-in is not the one that was
    /// meant.</exception>
    public static void Refuse(RunRequest request)
    {
        var work = request.Plan.Nodes.Where(node => request.Selected?.Contains(node.Index) ?? true)
            .Select(node => node.Payload).OfType<ObjectDefinition>().Where(one => one.Enabled).ToArray();
        if (!request.AllowsProcesses && Array.Find(work, one => one.Starts is not null) is { } starts)
        {
            throw new UsageException($"{starts.FullName} starts '{starts.Starts!.Program}'",
                "allow it: --allow process");
        }

        if (!request.AllowsPlugins && Array.Find(work, one => one.Plugin is not null) is { } runs)
        {
            throw new UsageException($"{runs.FullName} runs '{runs.Plugin!.Class}' of the plug-in "
                + $"'{runs.Plugin.Assembly}'", "allow it: --allow plugins");
        }

        if (!request.AllowsSqlText && Array.Find(work, one => one.SqlFrom is not null) is { } text)
        {
            throw new UsageException($"{text.FullName} runs what '{text.SqlFrom}' holds as SQL",
                "allow it: --allow sql-text");
        }

        var refused = work.Where(one => one.Plugin is not null)
            .SelectMany(one => PluginFiles.Of(one.Plugin!, request.Solution.Folder))
            .Select(file => file.Refusal).FirstOrDefault(why => why is not null);
        if (refused is not null)
        {
            throw new UsageException(refused);
        }
    }
}
