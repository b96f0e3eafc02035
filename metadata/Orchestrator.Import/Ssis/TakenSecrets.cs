using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis;

/// <summary>Names for what was taken out of packages as nobody must know it: somebody has to provide it.</summary>
internal static class TakenSecrets
{
    /// <summary>One name for each part of a package that held some, beside its connections.</summary>
    public static IEnumerable<string> Of(SsisPackage package)
    {
        foreach (var parameter in package.Parameters.Where(each => Has(each.Value)))
        {
            yield return Named(package, parameter.Name);
        }

        foreach (var one in ModelWalk.Of(package.Root))
        {
            var variables = one.Variables.Concat(ModelWalk.HandlersOf(one).SelectMany(each => each.Variables));
            foreach (var variable in variables.Where(each => Has(each.Value) || Has(each.Expression)))
            {
                yield return Named(package, variable.Name);
            }

            if (Texts(one).Any(Has))
            {
                yield return Named(package, one.Name);
            }
        }
    }

    private static IEnumerable<string?> Texts(SsisExecutable one) =>
    [
        one.Sql?.Statement, one.Expression, one.RawText, one.Process?.Arguments, one.Mail?.Message,
        .. one.Expressions.Select(each => each.Expression), .. one.Properties.Select(each => each.Value),
        .. (one.Script?.Files ?? []).Select(each => each.Text),
        .. (one.DataFlow?.Components ?? []).SelectMany(each => each.Properties.Select(said => said.Value)),
    ];

    private static bool Has(string? text) => text?.Contains(Secret.Marker, StringComparison.Ordinal) == true;

    private static string Named(SsisPackage package, string name) => string.Concat($"{package.Name}_{name}"
        .Select(c => char.IsAsciiLetterOrDigit(c) ? char.ToUpperInvariant(c) : '_'));
}
