using System.CommandLine;
using Orchestrator.Cli.Grammar;

namespace Orchestrator.Cli.Imports;

/// <summary>`import WHAT …`: writes metadata of what is there already; it never overwrites.</summary>
internal static class ImportVerb
{
    // All that can be imported. Who adds a kind writes its file and a row here.
    private static readonly ImportKind[] Kinds =
        [ImportDatabase.Kind, ImportSql.Kind, ImportSsis.Kind, ImportBimlFlex.Kind, ImportBiml.Kind];

    private static readonly string[] Names = [.. Kinds.Select(kind => kind.Word)];

    private static readonly Argument<string> What = Verb.Required(
        "WHAT", string.Join("; ", Kinds.Select(kind => $"{kind.Word}: {kind.Does}")));

    public static Verb Create()
    {
        What.CompletionSources.Add(Names);
        ImportArguments.From.CompletionSources.Add(Completions.Connections);
        return new Verb("import", "Write metadata of databases, scripts, packages of SSIS, BimlFlex, Biml", Run)
        {
            Takes = [What, ImportArguments.From, .. Kinds.SelectMany(kind => kind.Options).Distinct()],
            Examples = [.. Kinds.SelectMany(kind => kind.Examples)],
        };
    }

    private static int Run(Call call)
    {
        var word = VerbAction.Of(call, What, Names);
        var kind = Kinds.First(each => each.Word == word);
        Consent.RefuseIdle(
            call, $"import {word}", "has no use for it",
            Kinds.SelectMany(each => each.Options).Distinct().Except(kind.Options));
        return kind.Run(call);
    }
}
