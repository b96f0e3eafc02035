using System.Globalization;
using System.Security.Cryptography;
using System.Text;

/// <summary>
/// Judges the header Authorization of a request to Azure Blob. Written from the description of Shared Key in Azure's
/// reference ("Authorize with Shared Key"), apart from what signs in the product.
/// </summary>
internal static class SharedKeyCheck
{
    /// <summary>The parameters of a query, decoded.</summary>
    public static Dictionary<string, string> Query(string query) =>
        query.Split('&', StringSplitOptions.RemoveEmptyEntries).Select(one => one.Split('=', 2)).ToDictionary(
            one => Uri.UnescapeDataString(one[0]), one => Uri.UnescapeDataString(one.ElementAtOrDefault(1) ?? ""));

    /// <summary>Why the request is not let in; null = it is.</summary>
    public static string? Mistake(string account, string key, string method, string path,
        Dictionary<string, string> query, IReadOnlyDictionary<string, string> headers, DateTimeOffset now)
    {
        if (!headers.TryGetValue("authorization", out var said) || !headers.TryGetValue("x-ms-date", out var date))
        {
            return "no Authorization";
        }

        if (!DateTimeOffset.TryParseExact(date, "R", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal,
            out var sent) || (now - sent).Duration() > TimeSpan.FromMinutes(15))
        {
            return $"Request date header too old: '{date}'";
        }

        // VERB, eleven headers by their place, all x-ms-*, then the account and what of it is asked for.
        string Header(string name) => headers.TryGetValue(name, out var value) ? value : "";
        var length = Header("content-length");
        var canonical = method.ToUpperInvariant() + "\n"
            + Header("content-encoding") + "\n" + Header("content-language") + "\n"
            + (length == "0" ? "" : length) + "\n" + Header("content-md5") + "\n" + Header("content-type") + "\n"
            + (headers.ContainsKey("x-ms-date") ? "" : Header("date")) + "\n"
            + Header("if-modified-since") + "\n" + Header("if-match") + "\n" + Header("if-none-match") + "\n"
            + Header("if-unmodified-since") + "\n" + Header("range") + "\n";
        var own = headers.Keys.Where(name => name.StartsWith("x-ms-", StringComparison.Ordinal)).ToList();
        own.Sort(StringComparer.Ordinal);
        own.ForEach(name => canonical += $"{name}:{headers[name].Trim()}\n");
        canonical += $"/{account}{path}";
        var names = query.Keys.Select(name => name.ToLowerInvariant()).ToList();
        names.Sort(StringComparer.Ordinal);
        names.ForEach(name => canonical += $"\n{name}:{query[name]}");

        using var mac = new HMACSHA256(Convert.FromBase64String(key));
        var expected = Convert.ToBase64String(mac.ComputeHash(Encoding.UTF8.GetBytes(canonical)));
        return said == $"SharedKey {account}:{expected}" ? null
            : $"The MAC signature found in the HTTP request is not the same as any computed signature. Server used "
                + $"following string to sign: '{canonical}'.";
    }
}
