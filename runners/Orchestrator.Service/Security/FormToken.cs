using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace Orchestrator.Service.Security;

/// <summary>
/// What each form carries so that no other page can send it: derived, with a key of this process, from a cookie that
/// other pages cannot read or set. Signed in it is the session's, else one of its own.
/// </summary>
internal sealed class FormToken
{
    public const string Field = "form_token";

    private readonly byte[] _key = RandomNumberGenerator.GetBytes(32);

    /// <summary>The value for a form on the page that is being made; may set a cookie.</summary>
    public string For(HttpContext context) => Of(Binding(context) ?? MakeBinding(context));

    /// <summary>Whether a form that was sent carries it.</summary>
    public bool IsValid(HttpContext context, string sent) => Binding(context) is { } binding
        && CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(sent), Encoding.UTF8.GetBytes(Of(binding)));

    private string Of(string binding) =>
        Convert.ToHexStringLower(HMACSHA256.HashData(_key, Encoding.UTF8.GetBytes(binding)));

    private static string? Binding(HttpContext context) => context.Features.Get<Visitor>()?.Session is { } session
        ? "session " + session.Id
        : Cookies.Read(context, Cookies.Visit) is { Length: > 0 } visit ? "visit " + visit : null;

    private static string MakeBinding(HttpContext context)
    {
        var visit = Sessions.Secret();
        Cookies.Set(context, Cookies.Visit, visit);
        return "visit " + visit;
    }
}
