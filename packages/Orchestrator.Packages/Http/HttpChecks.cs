using System.Text.Json;
using System.Text.RegularExpressions;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Http;

/// <summary>What is wrong with a request, found without asking anybody.</summary>
internal static partial class HttpChecks
{
    private static readonly TimeSpan TimeoutMax = TimeSpan.FromDays(1);

    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition)
    {
        if (definition.Http is not { } http)
        {
            return [];
        }

        return [.. Url(http), .. Headers(http), .. Carried(http), .. Text(http), .. Secrets(http), .. Limits(http)];
    }

    private static IEnumerable<Diagnostic> Url(HttpOptions http)
    {
        var mistake = Refusal(http.Url, HttpPlace.Url) is { } refusal ? $"a value in it {refusal}"
            : HttpAddress.NamesServer(http.Url)
                ? HttpAddress.Mistake(Filled(http.Url, HttpPlace.Url), http.AllowPrivate) : null;
        if (mistake is not null)
        {
            yield return NameChecks.Error("ORC1140", http.Url.At, $"No request can go to `url`: {mistake}.",
                "Correct `url`. A variable in it is a piece of its path or query; what names the server is written "
                + "out, or comes from ${env:NAME}.");
        }
    }

    private static IEnumerable<Diagnostic> Headers(HttpOptions http)
    {
        foreach (var header in http.Headers)
        {
            if ((HttpNames.Mistake(header.Name) ?? Refusal(header.Value, HttpPlace.Header)) is { } mistake)
            {
                yield return NameChecks.Error("ORC1141", header.At, $"The header '{header.Name}' {mistake}.",
                    "Correct it, or take it out.");
            }
        }

        foreach (var twice in http.Headers.GroupBy(header => header.Name, StringComparer.OrdinalIgnoreCase)
            .Where(same => same.Skip(1).Any()).Select(same => same.Last()))
        {
            yield return NameChecks.Error("ORC1141", twice.At,
                $"The header '{twice.Name}' stands twice: servers do not tell its names in another case apart.",
                "Keep one of them.");
        }
    }

    private static IEnumerable<Diagnostic> Carried(HttpOptions http)
    {
        var carries = http.Body is not null || http.BodyFile is not null;
        if (carries && !http.MayCarry)
        {
            yield return NameChecks.Error("ORC1142", http.Body?.At ?? http.BodyFile!.At,
                $"{http.Method} carries nothing, so that no server need read its `body`.",
                "Take `body` out, or name another `method`.");
        }
        else if (carries && http.Header(HttpNames.ContentType) is null)
        {
            yield return NameChecks.Error("ORC1142", http.Body?.At ?? http.BodyFile!.At,
                "Nobody says what `body` is.", "Add the header Content-Type, such as application/json.");
        }

        foreach (var header in http.Headers.Where(header => !carries && HttpNames.IsOfBody(header.Name)))
        {
            yield return NameChecks.Error("ORC1142", header.At,
                $"The header '{header.Name}' says something of a `body`, and there is none.",
                "Take it out, or add `body`.");
        }

        if (http.Answer is { } answer && http.Method == "HEAD")
        {
            yield return NameChecks.Error("ORC1142", answer.At, "HEAD is answered without a body.",
                "Take `answer` out, or ask with GET.");
        }
    }

    private static IEnumerable<Diagnostic> Text(HttpOptions http)
    {
        if (http.Body is not { } body || http.Header(HttpNames.ContentType) is not { } type)
        {
            yield break;
        }

        if (Charset().Match(type.Value.Written) is { Success: true } charset
            && !charset.Groups[1].Value.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
        {
            yield return NameChecks.Error("ORC1141", type.At,
                $"The header '{type.Name}' promises {charset.Groups[1].Value}, and a `body` that is a text is UTF-8.",
                "Leave the charset out, write utf-8, or send a file that is so encoded.");
        }

        var place = HttpText.PlaceOf(type.Value.Written);
        var mistake = Refusal(body, place) is { } refusal ? $"has a value that {refusal}"
            : place == HttpPlace.Json ? NoJson(Filled(body, place)) : null;
        if (mistake is not null)
        {
            yield return NameChecks.Error("ORC1144", body.At, $"The `body` of the request {mistake}.",
                "Correct it; a text of JSON stands in quotes, also where it is a variable.");
        }
    }

    private static IEnumerable<Diagnostic> Secrets(HttpOptions http)
    {
        const string hint = "Put ${secret:NAME} in its place, and have the secret changed: it is in git.";
        foreach (var header in http.Headers.Where(header => HttpNames.IsOfSecret(header.Name)
            && header.Value is { IsAsked: false, Written.Length: > 0 }))
        {
            yield return NameChecks.Error("ORC1143", header.At,
                $"The header '{header.Name}' holds a secret in the open.", hint);
        }

        foreach (Match parameter in Parameter().Matches(http.Url.Written))
        {
            if (HttpNames.IsOfSecret(parameter.Groups[1].Value) && !Asked().IsMatch(parameter.Groups[2].Value))
            {
                yield return NameChecks.Error("ORC1143", http.Url.At,
                    $"The parameter '{parameter.Groups[1].Value}' in `url` holds a secret in the open.", hint);
            }
        }
    }

    private static IEnumerable<Diagnostic> Limits(HttpOptions http)
    {
        if (http.Timeout > TimeoutMax)
        {
            yield return NameChecks.Error("ORC1147", http.At, "The `timeout` of the request is longer than a day.",
                "Write a duration of at most 24h.");
        }
    }

    private static string? Refusal(SentText text, HttpPlace place)
    {
        try
        {
            Filled(text, place);
            return null;
        }
        catch (HttpValueException wrong)
        {
            return wrong.Message;
        }
    }

    // Whatever a value is that only the run knows, it could be this one.
    private static string Filled(SentText text, HttpPlace place) => HttpText.Of(text, place, _ => "0");

    private static string? NoJson(string text)
    {
        try
        {
            JsonDocument.Parse(text).Dispose();
            return null;
        }
        catch (JsonException wrong)
        {
            return $"is no JSON: line {wrong.LineNumber + 1}, byte {wrong.BytePositionInLine + 1}";
        }
    }

    [GeneratedRegex("charset\\s*=\\s*\"?([^\";\\s]+)", RegexOptions.IgnoreCase)]
    private static partial Regex Charset();

    [GeneratedRegex("[?&]([^=&#]+)=([^&#]+)")]
    private static partial Regex Parameter();

    [GeneratedRegex(@"\$\{(env|secret):")]
    private static partial Regex Asked();
}
