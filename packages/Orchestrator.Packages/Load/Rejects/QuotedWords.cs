using System.Text.RegularExpressions;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Hooks;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Rejects;

/// <summary>What servers quote when they refuse a row: names mostly, but also values.</summary>
internal static partial class QuotedWords
{
    private const string Instead = "(hidden)";

    private static readonly string[] ByServers = ["ORC3409", "ORC3412"];

    /// <summary>
    /// The failure, without what a server has quoted where that may be sensitive; that of anything else as it is.
    /// </summary>
    /// <param name="error">The failure.</param>
    /// <param name="fault">What it was made of.</param>
    /// <param name="isSensitive">Whether a value may be among what is quoted.</param>
    public static PackageError? Shown(PackageError? error, Exception fault, bool isSensitive) =>
        error is not null && isSensitive && IsOfServer(error, fault)
            ? error with { Message = Hidden(error.Message) } : error;

    /// <summary>The words of a server, without what it has quoted where the object has sensitive columns.</summary>
    public static string Shown(string words, ObjectDefinition definition) => Shown(words, IsSensitive(definition));

    /// <summary>Words of a server within a message of ours, without what it has quoted where that may be sensitive.
    /// </summary>
    public static string Shown(string words, PackageContext context) =>
        Shown(words, IsSensitive(context.Object, context.Solution));

    /// <summary>Words of somebody else, without what is quoted in them where that may be sensitive.</summary>
    public static string Shown(string words, bool isSensitive) => isSensitive ? Hidden(words) : words;

    /// <summary>What a procedure has given back, where nobody can tell what it was read of.</summary>
    public static string Given(string? value, PackageContext context) =>
        IsSensitive(context.Object, context.Solution) ? Instead : value ?? "NULL";

    /// <summary>What a server says beside its answers, to who tells it on.</summary>
    public static Action<string> Told(PackageContext context) => IsSensitive(context.Object, context.Solution)
        ? words => context.Message(Hidden(words)) : context.Message;

    /// <summary>Whether a column of an object is sensitive.</summary>
    public static bool IsSensitive(ObjectDefinition definition) =>
        definition.Columns.Any(column => column.Sensitive);

    /// <summary>
    /// Whether a package may meet sensitive values: a load those of its columns and of the run, statements and classes
    /// of somebody's own those of any table.
    /// </summary>
    public static bool IsSensitive(ObjectDefinition definition, Solution solution) =>
        IsSensitive(definition) || AnyOfRunIsSensitive(solution)
        || ((!definition.IsLoad || definition.Plugin is not null || TransactionHooks.AreIn(definition))
            && AnyIsSensitive(solution));

    /// <summary>Whether a column of any object, or a value of the run, is sensitive.</summary>
    public static bool AnyIsSensitive(Solution solution) =>
        solution.Projects.SelectMany(project => project.Objects).Any(IsSensitive) || AnyOfRunIsSensitive(solution);

    /// <summary>Whether a value of the run is, which any SQL may name.</summary>
    public static bool AnyOfRunIsSensitive(Solution solution) =>
        solution.RunVariables.Any(variable => variable.Is.IsSensitive);

    // A refusal of ours that is made of one by a server has the server's words in it.
    private static bool IsOfServer(PackageError error, Exception fault) => ByServers.Contains(error.Code)
        || (fault is DataRefusedException { InnerException: { } inner } && Platforms.Explain(inner) is not null);

    private static string Hidden(string words) =>
        Quoted().Replace(words, match => match.Value[..match.Groups["open"].Length] + Instead);

    // From the first quote to the last, because a value may hold quotes itself; of whatever language the server speaks.
    [GeneratedRegex(
        """(?<open>)(".*"|'.*'|[«»‹›„“”‚‘「『].*[«»‹›“”‘’」』])|(?<open>value is )\(.*\)""", RegexOptions.Singleline)]
    private static partial Regex Quoted();
}
