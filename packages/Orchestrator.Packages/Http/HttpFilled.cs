using System.Text;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Http;

/// <summary>A request with all its values in place.</summary>
/// <param name="Address">Where it goes.</param>
/// <param name="Headers">Its headers.</param>
/// <param name="Body">The text that it carries; null = none, or a file.</param>
internal sealed record HttpFilled(
    string Address, IReadOnlyList<KeyValuePair<string, string>> Headers, byte[]? Body)
{
    /// <summary>The request of an object.</summary>
    /// <param name="http">The request.</param>
    /// <param name="resolve">As <see cref="PackageContext.Resolve"/>.</param>
    /// <exception cref="PackageRefusedException">A variable or secret is missing, or cannot stand there.</exception>
    public static HttpFilled Of(HttpOptions http, Func<string, string> resolve)
    {
        var address = Text(http.Url, "The url", HttpPlace.Url, resolve);
        if (HttpAddress.Mistake(address, http.AllowPrivate) is { } mistake)
        {
            throw new PackageRefusedException("ORC3550", ErrorClass.Config, "open",
                $"{http.Method} {http.Url.Written} was not sent: {mistake}.");
        }

        KeyValuePair<string, string>[] headers = [.. http.Headers.Select(header => KeyValuePair.Create(
            header.Name, Text(header.Value, $"The header '{header.Name}'", HttpPlace.Header, resolve)))];
        var type = headers.FirstOrDefault(header =>
            header.Key.Equals(HttpNames.ContentType, StringComparison.OrdinalIgnoreCase)).Value ?? "";
        return new HttpFilled(address, headers, http.Body is null ? null
            : Encoding.UTF8.GetBytes(Text(http.Body, "The body", HttpText.PlaceOf(type), resolve)));
    }

    /// <summary>The reply as messages may tell it: a host that only the run knows is not in it.</summary>
    public HttpReply Hidden(HttpReply reply, HttpOptions http) =>
        http.Url.IsAsked && HttpAddress.HostOf(Address) is { Length: > 0 } host
            ? reply with { Why = reply.Why.Replace(host, "its host", StringComparison.OrdinalIgnoreCase) } : reply;

    private static string Text(SentText text, string what, HttpPlace place, Func<string, string> resolve)
    {
        try
        {
            return ConnectionValues.Of(() => HttpText.Of(text, place, resolve));
        }
        catch (HttpValueException wrong)
        {
            throw new PackageRefusedException("ORC3555", ErrorClass.Config, "open",
                $"{what} of the request cannot be made: a value of it {wrong.Message}. Correct what it is given.");
        }
    }
}
