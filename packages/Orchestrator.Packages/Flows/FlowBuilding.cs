using System.Net.Sockets;
using System.Reflection;
using Orchestrator.Core;
using Orchestrator.Dataflow;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;
using Orchestrator.Plugins;

namespace Orchestrator.Packages.Flows;

/// <summary>Has a plug-in build its flow, and says what its failures mean.</summary>
internal static class FlowBuilding
{
    private const int LinesMax = 40;

    /// <summary>Loads the class of the object and has it build the flow.</summary>
    /// <exception cref="PackageRefusedException">Nobody has allowed it, it is not the one that was meant, or it
    /// fails.</exception>
    public static void Build(PackageContext context, Flow flow, FlowHost host)
    {
        var plugin = context.Object.Plugin!;
        RefuseUnallowed(context, plugin);
        context.Fence.Pass();
        try
        {
            var package = Made<DataflowPackage>(context, plugin);
            package.BuildWith(flow, PluginOptions.Read(plugin, package.OptionsType), host);
        }
        catch (Exception fault) when (fault is not PackageRefusedException)
        {
            throw Failed(context, CauseOf(fault), "building the flow");
        }

        if (host.Columns is null)
        {
            throw new PackageRefusedException("ORC3707", ErrorClass.Config, "open",
                $"'{plugin.Class}' sends no rows to its target. Call `context.Target` with the output that they leave "
                + "the flow by.");
        }
    }

    /// <summary>Refuses a plug-in that whoever began the run has not allowed.</summary>
    /// <exception cref="PackageRefusedException">Nobody has allowed it.</exception>
    public static void RefuseUnallowed(PackageContext context, Plugin plugin)
    {
        if (!context.AllowsPlugins)
        {
            throw new PackageRefusedException("ORC3700", ErrorClass.Config, "open",
                $"The package runs the plug-in '{plugin.Assembly}', and nobody has allowed that. Run it with "
                + "`--allow plugins`.");
        }
    }

    /// <summary>Loads the class of a plug-in and makes one of it.</summary>
    /// <typeparam name="TContract">What it derives from.</typeparam>
    /// <exception cref="PackageRefusedException">It is not the one that was meant.</exception>
    public static TContract Made<TContract>(PackageContext context, Plugin plugin)
    {
        var type = PluginAssemblies.Find(plugin, context.Solution.Folder, typeof(TContract));
        return (TContract)Activator.CreateInstance(type)!;
    }

    /// <summary>What a class threw while it was made, or else the exception itself.</summary>
    public static Exception CauseOf(Exception fault) =>
        fault is TargetInvocationException { InnerException: { } inner } ? inner : fault;

    /// <summary>Runs the flow to its end.</summary>
    /// <exception cref="PackageRefusedException">It cannot run as it was built.</exception>
    public static FlowResult Run(PackageContext context, Flow flow, CancellationToken cancellation)
    {
        try
        {
            return flow.Run(cancellation);
        }
        catch (InvalidOperationException wrong)
        {
            throw new PackageRefusedException("ORC3707", ErrorClass.Config, "open",
                $"'{context.Object.Plugin!.Class}' has built a flow that cannot run: {wrong.Message.TrimEnd('.')}.");
        }
    }

    /// <summary>The failure of code of a plug-in: what drivers and the engine say stays, the rest is explained.
    /// </summary>
    public static Exception Failed(PackageContext context, Exception fault, string where, string phase = "read")
    {
        if (IsOfLoading(fault))
        {
            return new PackageRefusedException("ORC3703", ErrorClass.Config, "open",
                $"'{context.Object.Plugin!.Class}' needs what is not there: {fault.Message.TrimEnd('.')}. An assembly "
                + "beside it is loaded where `plugin: {with: …}` names it with its SHA-256; a member that is missing "
                + "is one of another version than it was built against.");
        }

        // What a class has met it may quote, and nobody knows what it reads.
        var isSensitive = QuotedWords.AnyIsSensitive(context.Solution);
        if (fault is RejectsException)
        {
            return new PackageRefusedException(
                "ORC3706", ErrorClass.Data, "read", QuotedWords.Shown(fault.Message, isSensitive));
        }

        if (fault is PackageRefusedException || Faults.IsExpected(fault))
        {
            return fault;
        }

        foreach (var line in Lines(fault, isSensitive).Take(LinesMax))
        {
            context.Message(line);
        }

        var cause = Cause(fault);
        var type = cause is HttpRequestException or SocketException or TimeoutException
            ? ErrorClass.Transient : ErrorClass.Data;
        return new PackageRefusedException("ORC3708", type, phase,
            $"'{context.Object.Plugin!.Class}' failed in {where}: {cause.GetType().Name}: "
            + $"{QuotedWords.Shown(cause.Message.TrimEnd('.'), isSensitive)}. Where in it is in run.log.");
    }

    // What is quoted may go over several lines; where each frame was says nothing of values.
    private static IEnumerable<string> Lines(Exception fault, bool isSensitive)
    {
        var lines = fault.ToString().Split('\n').Select(line => line.TrimEnd()).ToArray();
        for (var at = 0; at < lines.Length;)
        {
            var isFrame = IsFrame(lines[at]);
            string[] part = [.. lines.Skip(at).TakeWhile(
                (line, place) => place == 0 || (IsFrame(line) == isFrame && !IsCause(line)))];
            foreach (var line in QuotedWords.Shown(string.Join('\n', part), isSensitive && !isFrame).Split('\n'))
            {
                yield return line;
            }

            at += part.Length;
        }
    }

    private static bool IsFrame(string line) => line.StartsWith("   at ", StringComparison.Ordinal);

    private static bool IsCause(string line) => line.StartsWith(" ---> ", StringComparison.Ordinal);

    // Of a class that cannot be made ready, or a task, only what is inside says what happened.
    private static Exception Cause(Exception fault) => fault switch
    {
        TypeInitializationException { InnerException: { } inner } => Cause(inner),
        AggregateException { InnerExceptions: [var only] } => Cause(only),
        _ => fault,
    };

    private static bool IsOfLoading(Exception fault) => fault switch
    {
        TypeInitializationException { InnerException: { } inner } => IsOfLoading(inner),
        FileNotFoundException { FileName: { } name } => name.Contains("Version=", StringComparison.Ordinal)
            || fault.Message.Contains("contract with plug-ins", StringComparison.Ordinal),
        FileLoadException or BadImageFormatException or TypeLoadException or MissingMemberException => true,
        _ => false,
    };
}
