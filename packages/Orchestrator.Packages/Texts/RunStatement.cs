using System.Security.Cryptography;
using System.Text;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Texts;

/// <summary>A whole statement that is the value of a variable: it runs only where somebody has allowed it.</summary>
internal static class RunStatement
{
    /// <summary>The statement of an attempt.</summary>
    /// <exception cref="PackageRefusedException">Nobody has allowed it, or there is none.</exception>
    public static SqlText Of(PackageContext context, string variable)
    {
        if (!context.AllowsSqlText)
        {
            throw new PackageRefusedException("ORC3629", ErrorClass.Config, "open",
                $"The package would run what '{variable}' holds as SQL, and nobody has allowed that. Run it with "
                + "`--allow sql-text`.");
        }

        var text = context.ValueOf(variable)?.Text;
        var why = string.IsNullOrWhiteSpace(text) ? "holds no statement"
            : text.Contains('\0', StringComparison.Ordinal) ? "holds a character NUL, at which it would be cut" : null;
        return why is null ? new SqlText(text!, null, context.Object.At) : throw new PackageRefusedException(
            "ORC3629", ErrorClass.Data, "open",
            $"'{variable}' is the statement of '{context.Object.FullName}', and {why}. Correct what sets it.");
    }

    /// <summary>What is recorded of it with the attempt: which statement it was, and none of its words.</summary>
    public static string Told(string variable, SqlText sql)
    {
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(sql.Text)));
        return $"statement of {variable}, SHA-256 {hash}";
    }
}
